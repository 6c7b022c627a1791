import { posix, win32 } from 'node:path';
import { decoded } from '../../util/paths.ts';

const HERE: NodeJS.Platform = process.platform;

/** The URI of a folder of this machine, letter by letter as VS Code writes it, for ids are made of it. */
export function addressOf(folder: string, platform = HERE): string {
  const full = platform === 'win32' ? win32.resolve(folder).replaceAll('\\', '/') : posix.resolve(folder);
  const [, share = '', path = full] = /^\/\/([^/]*)(.*)$/s.exec(full) ?? [];
  const rooted = path.startsWith('/') ? path : `/${path}`;
  // Drives are written in small letters.
  const plain = rooted.replace(/^\/[A-Z]:/, drive => drive.toLowerCase());
  return `file://${encoded(share.toLowerCase())}${plain.split('/').map(encoded).join('/')}`;
}

/** All but letters, digits and `-._~`. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export interface AddressParts {
  scheme: string;
  authority: string;
  /** '/' separated, a drive after the first '/'. */
  path: string;
}

export function partsOfAddress(address: string): AddressParts {
  const [, scheme = '', authority = '', path = ''] = /^([^:/?#]+):(?:\/\/([^/?#]*))?([^?#]*)/.exec(address) ?? [];
  return { scheme, authority: decoded(authority), path: decoded(path) || '/' };
}

/** Where a path beside a folder lies on this machine; undefined when the folder lies elsewhere. */
export function onDisk(address: string, path = partsOfAddress(address).path, platform = HERE): string | undefined {
  const { scheme, authority } = partsOfAddress(address);
  if (scheme !== 'file') {
    return undefined;
  }
  const full = authority && path.length > 1 ? `//${authority}${path}` : path;
  return platform === 'win32' ? full.replace(/^\/(?=[A-Za-z]:)/, '').replaceAll('/', '\\') : full;
}
