/** `$(name)` in remembered text is not an icon. */
export function plainLabel(text: string): string {
  return text.replaceAll('$(', '$ (');
}

/** `[text](command:…)` in a file's name is not a link: VS Code makes links of that in notifications. */
export function plainMessage(text: string): string {
  return text.replaceAll('](', ']\u2060(');
}
