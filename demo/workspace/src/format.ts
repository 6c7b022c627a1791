const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** 8388608 -> '8.0 MiB'. Binary units, as the part size is given in them. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return unit === 0 ? `${Math.round(value)} B` : `${value.toFixed(1)} ${units[unit]}`;
}

/** 3725 -> '1 h 02 min', 65 -> '1 min 05 s', 9 -> '9 s'. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '--';
  const whole = Math.round(seconds);
  const pad = (n: number) => String(n).padStart(2, '0');
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${pad(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${pad(Math.floor((whole % 3600) / 60))} min`;
}

const suffixes: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** '8MiB', '8m', '8388608' -> 8388608; undefined when it is not a size. */
export function parseBytes(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]?)(?:i?b)?$/i.exec(text.trim());
  if (!match) return undefined;
  const factor = suffixes[(match[2] ?? '').toLowerCase()] ?? 1;
  return Math.round(Number(match[1]) * factor);
}

/** A bar of a fixed width: '[#####.....]'. */
export function formatBar(fraction: number, width = 24): string {
  const clamped = Math.min(1, Math.max(0, fraction));
  const filled = Math.floor(clamped * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`;
}
