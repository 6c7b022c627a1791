/** What file names look like: known endings and names, and words that look like file names and are none. */

const words = (text: string) => new Set(text.trim().split(/\s+/));

const extensions = words(`
  ts tsx mts cts js jsx mjs cjs json jsonc json5 jsonl ndjson vue svelte astro html htm xhtml css scss sass less styl
  py pyi pyw ipynb rb erb rake gemspec php phtml java kt kts scala groovy gradle clj cljs cljc edn jar war
  go mod rs c h cc cpp cxx hpp hh hxx inl ino m mm swift cs csx csproj sln slnx vb fs fsx fsproj xaml razor cshtml props targets resx
  ex exs erl hrl hs lhs elm ml mli lua dart r rmd jl nim zig v sv vhd vhdl asm s pl pm t tcl lisp el scm rkt
  sh bash zsh fish ps1 psm1 psd1 bat cmd awk sed mk cmake bzl bazel nix tf tfvars hcl
  md mdx markdown rst adoc txt tex bib csv tsv xls xlsx doc docx ppt pptx odt pdf rtf
  yml yaml toml ini cfg conf config env properties plist xml xsd xsl xslt wsdl svg dtd lock log diff patch
  sql sqlite db prisma graphql gql proto thrift avsc parquet wasm wat snap
  png jpg jpeg gif webp ico bmp tiff avif mp3 mp4 wav ogg webm mov woff woff2 ttf otf eot
  zip tar gz tgz bz2 xz 7z vsix whl deb rpm dmg exe dll dylib
  pem crt cer csr pub key p12 njk hbs ejs pug twig liquid jinja j2 tmpl tpl mustache feature
  example sample template dist bak orig tmp disabled code-workspace sol glsl hlsl vert frag shader map cu cuh cl pas dpr
  bicep rego cue dhall puml mmd drawio fig sketch po pot strings storyboard xib pbxproj entitlements f f90 f95 for ada adb ads cob
  dev prod local dev-container tsbuildinfo editorconfig nvmrc
`);

/** Endings that only count with a folder before them or after another ending: alone they are properties and methods. */
const memberLike = words(
  'map key config template example sample dist dev prod local orig tmp code feature for strings fig props v t s f',
);

const fileNames = words(`
  Makefile GNUmakefile makefile Dockerfile Containerfile Jenkinsfile Procfile Gemfile Rakefile Vagrantfile Justfile justfile Brewfile
  Podfile Fastfile Caddyfile Tiltfile Snakefile Earthfile Guardfile Capfile Pipfile Kconfig CODEOWNERS LICENSE LICENCE COPYING NOTICE
  go.sum go.work web.config app.config nuget.config packages.config gradlew mvnw BUILD.bazel
`);

/** Names that are words of a sentence too: they count in back-ticks, in links and after a folder. */
const shyNames = words('README CHANGELOG AUTHORS CONTRIBUTORS VERSION WORKSPACE BUILD');

const dotFiles = words(`
  .env .envrc .gitignore .gitattributes .gitmodules .gitkeep .mailmap .editorconfig .npmrc .nvmrc .yarnrc .babelrc .eslintrc .prettierrc
  .dockerignore .npmignore .vscodeignore .eslintignore .prettierignore .stylelintrc .browserslistrc .node-version .python-version .ruby-version
  .tool-versions .bashrc .zshrc .profile .bash_profile .vimrc .pylintrc .flake8 .coveragerc .rspec .rubocop.yml .htaccess .swcrc .cursorrules
  .clinerules .roorules .roomodes .windsurfrules .clang-format .clang-tidy .mocharc .nycrc .huskyrc .lintstagedrc .releaserc
`);

/** What stands between a stem and its ending: a dot file made of these alone is a kind of file, not a file. */
const qualifiers = words('d test spec stories story module min e2e bench config');

const folderNames = words(`
  src lib libs dist build out bin docs doc test tests spec specs app apps packages public static assets media scripts tools config
  node_modules vendor target include examples demo internal pkg cmd api server client shared common utils core data logs tmp etc usr var home
`);

const products = words(`
  node vue next nuxt react express three d3 chart moment socket ember backbone angular alpine p5 nest nestjs solid deno bun discord electron
  day underscore handlebars mocha knockout meteor phaser pixi tensorflow ml brain video plotly highlight bn paper matter ext asp vb sails
  adonis koa hapi gatsby preact lit stencil polymer prism anime leaflet hammer require zepto dojo mithril riot
`);

/** Members of well-known objects that end like a file. */
const members = words(`
  console.log math.log logger.log log.log process.env import.meta.env meta.env res.json response.json req.json request.json body.json
  document.write cmd.exe docs.rs system.io window.name path.sep module.id std.fs node.fs os.env deno.env bun.env git.log tar.gz tar.xz tar.bz2
`);

/** Folders that a path of the system begins with: `/etc/hosts` is no file of the workspace's root. */
export const systemFolders = words(
  'etc usr var home Users tmp opt bin sbin dev proc root private mnt media Library System Volumes lib srv sys run',
);

/** What lies at the top of a machine and is never a clone of the workspace. */
export const foreignRoots = words('etc proc sys System Library');

/** Others' code is kept in these, wherever they are. */
export const packageFolders = words('node_modules site-packages dist-packages .cargo .rustup');

export const commands = words(`
  npm npx pnpm yarn bun deno node tsc tsx git gh cat less more head tail ls cd cp mv rm mkdir rmdir touch echo printf grep rg ag find fd sed awk
  python python3 pip pip3 uv poetry pytest ruff mypy cargo rustc go gofmt java javac mvn gradle dotnet ruby bundle rake rails php composer
  docker podman kubectl helm terraform make cmake ninja gcc clang bash sh zsh pwsh powershell sudo chmod chown curl wget ssh scp rsync tar zip unzip
  vim vi nano emacs code open start xdg-open diff patch jq yq wc sort uniq xargs tee env export source eslint prettier biome vitest jest mocha
`);

/** What a quoted instruction or a line of code begins with: the name after it is a file of its own. */
export const verbs = words(`
  import from require include use using const let var return def class function new add remove delete copy move rename run edit see read write
  update create modify fix check review implement refactor test open find show explain look call change make set get put cmd
  ajouter ajoute supprimer supprime modifier modifie créer crée ouvrir ouvre voir lire lis renommer déplacer copier corriger corrige
`);

const branchFolders = words('feature feat fix bugfix hotfix release chore origin upstream refs heads tags');
const mimeFolders = words('application text image audio video font multipart message');

const bareNames = new RegExp(`[./\\\\]|${[...fileNames, ...shyNames].join('|')}`);

/** A cheap look before the careful one: most words and lines name no file. */
export const mayNameFile = (text: string) => bareNames.test(text);

export type Strictness = 'prose' | 'code' | 'link' | 'argument' | 'file' | 'diff';

const isExtension = (extension: string) =>
  extensions.has(extension) || (/^(?:[RCHS]|[A-Z0-9]{2,})$/.test(extension) && extensions.has(extension.toLowerCase()));

/** Whether the last part of a path names a file; `folders` are the parts before it. */
export function namesFile(base: string, folders: readonly string[], strictness: Strictness): boolean {
  if (fileNames.has(base) || dotFiles.has(base)) {
    return true;
  }
  if (shyNames.has(base)) {
    return strictness !== 'prose' || folders.length > 0;
  }
  if (base.startsWith('.')) {
    return namesDotFile(base);
  }
  const dot = base.lastIndexOf('.');
  const stem = base.slice(0, dot);
  const extension = base.slice(dot + 1);
  if (dot <= 0 || !extension) {
    return false;
  }
  if (fileNames.has(stem.split('.')[0]!) || stem === 'Dockerfile') {
    return true;
  }
  if (strictness === 'argument' || strictness === 'file') {
    return /^[A-Za-z][A-Za-z0-9_-]{0,11}$/.test(extension);
  }
  return folders.length === 0 ? namesBareFile(stem, extension) : namesFileIn(folders, stem, extension, strictness);
}

function namesDotFile(base: string): boolean {
  const parts = base.slice(1).split('.');
  const [first = ''] = parts;
  if (dotFiles.has(`.${first}`) || /(?:rc|ignore)$/.test(first)) {
    return /^[\w.-]+$/.test(base);
  }
  // ".ts" and ".test.ts" are kinds of files.
  return (
    parts.length > 1 &&
    isExtension(parts.at(-1)!) &&
    !parts.slice(0, -1).every(part => isExtension(part) || qualifiers.has(part))
  );
}

function namesBareFile(stem: string, extension: string): boolean {
  if (!isExtension(extension)) {
    return false;
  }
  const inner = stem.slice(stem.lastIndexOf('.') + 1);
  if (memberLike.has(extension)) {
    return stem.includes('.') && isExtension(inner);
  }
  if (extension.length === 1 && (stem.length < 2 || stem.includes('.'))) {
    return false;
  }
  const whole = `${stem}.${extension}`.toLowerCase();
  return !members.has(whole) && !(extension === 'js' && products.has(stem.toLowerCase())) && /[\p{L}\p{N}]/u.test(stem);
}

function namesFileIn(folders: readonly string[], stem: string, extension: string, strictness: Strictness): boolean {
  const [first = ''] = folders;
  if (mimeFolders.has(first) && stem.startsWith('vnd')) {
    return false;
  }
  if (isExtension(extension)) {
    return extension.length > 1 || stem.length > 1;
  }
  if (branchFolders.has(first) || mimeFolders.has(first)) {
    return false;
  }
  if (strictness === 'prose') {
    return folders.length > 1 && /^[a-z][a-z0-9]{0,4}$/.test(extension) && stem.length > 1;
  }
  return /^[A-Za-z][A-Za-z0-9_-]{0,11}$/.test(extension);
}

/** `./gradlew`, `../../etc/passwd`: names without an ending, marked as paths by their beginning. */
export function namesRelative(parts: readonly string[]): boolean {
  const base = parts.at(-1) ?? '';
  const up = parts[0] === '..';
  const names = parts.filter(part => part !== '..').length;
  return /^[\w+-]+$/.test(base) && !folderNames.has(base) && (up ? names > 1 : names === 1);
}

/** Whether a base name has an ending that is known as one of files. */
export const endsLikeFile = (path: string) =>
  /[^\\/]\.[^.\\/]+$/.test(path) && isExtension(path.slice(path.lastIndexOf('.') + 1));

/** Endings of texts for people: `#install` after them is a heading, not a symbol. */
export const isDocument = (path: string) => /\.(?:md|mdx|markdown|html?|rst|adoc|txt)$/i.test(path);
