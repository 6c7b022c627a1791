/** `$(name)` in remembered text is not an icon. */
export function plainLabel(text: string): string {
  return text.replaceAll('$(', '$ (');
}
