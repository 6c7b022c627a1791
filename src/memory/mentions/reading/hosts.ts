import { endsLikeFile } from './names.ts';

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** What folders are called after too: `my.app/src`, `docs.dev`. */
const folderLike = words('dev ai app co me tv xyz cloud site tech rs sh so gg');
const others = words('com org net io edu gov fr de uk ch eu us ca jp cn info biz');

/** They serve anything: the last two or three parts of their names. */
const wellKnown = words(`
  github.com githubusercontent.com github.io github.dev gitlab.com gitlab.io bitbucket.org codeberg.org sr.ht dev.azure.com visualstudio.com
  golang.org go.dev gopkg.in docs.rs crates.io deno.land esm.sh jsr.io npmjs.com npmjs.org unpkg.com jsdelivr.net skypack.dev pypi.org
  readthedocs.io react.dev web.dev vite.dev angular.dev svelte.dev kit.dev dart.dev flutter.dev pub.dev kotlinlang.org vercel.app netlify.app
  web.app pages.dev workers.dev fly.dev onrender.com herokuapp.com amazonaws.com cloudfront.net googleapis.com google.com microsoft.com
  stackoverflow.com mozilla.org w3.org apache.org example.com example.org example.net claude.ai openai.com anthropic.com
`);

/** Endings that servers hand out: behind a host's name they are pages. */
const served =
  /\.(?:html?|xhtml|php|aspx?|jsp|js|mjs|css|json|xml|txt|pdf|png|jpe?g|gif|webp|svg|ico|woff2?|zip|gz|tgz|wasm|map|mp4|git)$/i;
const page = /\.(?:html?|xhtml|php|aspx?|jsp|git)$/i;

/** Whether the first part of a path is a host, by its name and by what stands behind it. */
export function isHost(first: string, base: string): boolean {
  if (/^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/.test(first)) {
    return true;
  }
  const labels = first.toLowerCase().split('.');
  const last = labels.at(-1)!;
  if (!/^[\w-]+(?:\.[\w-]+)+$/.test(first) || !(folderLike.has(last) || others.has(last))) {
    return false;
  }
  if (
    labels[0] === 'www' ||
    !endsLikeFile(base) ||
    [2, 3].some(count => wellKnown.has(labels.slice(-count).join('.')))
  ) {
    return true;
  }
  // `com.example.app` is the name of a package.
  return (folderLike.has(last) || /^(?:com|org|net|io)$/.test(labels[0]!) ? page : served).test(base);
}
