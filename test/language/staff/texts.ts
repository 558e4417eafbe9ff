/** Slips of the editor: characters, quotes, layout. */
import { CHAT, IMAGES, slip, VIDEOS, type Mistake } from './mistake.ts'

const M3 = 'description: An open-weight model for agents.'

export const TEXTS: readonly Mistake[] = [
  slip(
    ['curly quotes around a text', CHAT],
    [M3, 'description: “An open-weight model for agents.”'],
    /not quotes/,
  ),
  slip(
    ['curly quotes around an id', IMAGES],
    ['upstream_id: image-fast-2', 'upstream_id: ‘image-fast-2’'],
    /not quotes/,
  ),
  slip(
    ['one curly quote', IMAGES],
    ['upstream_id: image-fast-2', 'upstream_id: ”image-fast-2'],
    /quote/,
  ),
  slip(
    ['a no-break space before a value', IMAGES],
    ['upstream_id: image-fast-2', 'upstream_id:\u00a0image-fast-2'],
    /no-break/,
  ),
  slip(
    ['a no-break space inside an id', IMAGES],
    ['upstream_id: image-fast-2', 'upstream_id: image-fast-2\u00a0'],
    /no-break/,
  ),
  slip(
    ['a no-break space inside a row id', IMAGES],
    ['  vendorB/image-pro:', '  vendorB/image\u00a0pro:'],
    /no-break|blank/,
  ),
  slip(
    ['a zero-width space in an id', CHAT],
    ['upstream_id: m-3', 'upstream_id: m-\u200b3'],
    /zero-width/,
  ),
  slip(
    ['a byte order mark inside', CHAT],
    ['upstream_id: m-3', 'upstream_id: \ufeffm-3'],
    /byte order mark/,
  ),
  slip(
    ['a Cyrillic letter in an id', CHAT],
    ['upstream_id: reason-4', 'upstream_id: rеason-4'],
    /letter|alphabet|U\+0435/,
  ),
  slip(
    ['a long dash in an id', CHAT],
    ['upstream_id: code-2', 'upstream_id: code–2'],
    /dash|hyphen|-/,
  ),
  slip(
    ['a full-width comma', CHAT],
    ['input: 0.60, cache_read', 'input: 0.60，cache_read'],
    /comma/,
  ),
  slip(['a missing comma', CHAT], ['input: 0.60, cache_read', 'input: 0.60 cache_read'], /comma/),
  slip(
    ['a missing comma in a list', CHAT],
    ['kinds: [coding, reasoning], search', 'kinds: [coding reasoning], search'],
    /comma/,
  ),
  slip(
    ['a missing comma in sizes', IMAGES],
    ['1280x720: 0.045, 2048x1024', '1280x720: 0.045 2048x1024'],
    /comma/,
  ),
  slip(["'It's quick.'", CHAT], [M3, "description: 'It's quick.'"], /quote/),
  slip(['a merge marker', CHAT], ['  vendorG/m-3: ', '<<<<<<< HEAD\n  vendorG/m-3: '], /merge/),
  slip(
    ['a line of a merge', IMAGES],
    ['  vendorB/image-pro:', '=======\n  vendorB/image-pro:'],
    /merge/,
  ),
  slip([' # in a text', CHAT], [M3, 'description: The # 1 model for agents.'], /comment|quote/),
  slip(['#1 in a text', CHAT], [M3, 'description: The #1 model for agents.'], /quote the text/),
  slip(
    ['a colon in a text', CHAT],
    [M3, 'description: New: an open-weight model for agents.'],
    /quotes/,
  ),
  slip(['a tab', IMAGES], ['    upstream_id: image-pro', '\tupstream_id: image-pro'], /tab/),
  slip(['an entry too deep', IMAGES], ['    name: Image Pro', '      name: Image Pro'], /indent/),
  slip(
    ['a row one blank too far', IMAGES],
    ['  vendorB/image-pro:', '   vendorB/image-pro:'],
    /indent/,
  ),
  slip(
    ['an entry not deep enough', IMAGES],
    ['    name: Image Pro', '   name: Image Pro'],
    /indent/,
  ),
  slip(
    ['a price twice', CHAT],
    ['input: 0.60, cache_read: 0.11', 'input: 0.60, input: 0.50, cache_read: 0.11'],
    /twice/,
  ),
  slip(['a row twice', IMAGES], ['  vendorB/image-fast-2:', '  vendorB/image-fast:'], /twice/),
  slip(
    ['a brace that is not closed', VIDEOS],
    [
      'usd_per_mtok: 3.5, upstream_id: video-2.0-mini }',
      'usd_per_mtok: 3.5, upstream_id: video-2.0-mini',
    ],
    /not closed/,
  ),
  slip(['no blank behind a colon', CHAT], ['output: 4.40', 'output:4.40'], /blank/),
  slip(
    ['an equals sign for a colon', IMAGES],
    ['    name: Image Pro', '    name = Image Pro'],
    /:/,
  ),
  slip(
    ['no dash before a route', 'media/speech.routes.yaml'],
    ['- route: POST /v1/audio/speech', '  route: POST /v1/audio/speech'],
    /-|twice/,
  ),
]
