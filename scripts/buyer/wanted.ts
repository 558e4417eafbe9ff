/** Turns the words and options of the command line into a request. */
import { existsSync } from 'node:fs'
import { dataUri, isPictureName, readPicture } from './files.ts'
import { depositOf } from './fund.ts'
import { didYouMean, UsageError } from '../command-line.ts'
import { json, number, settings } from './values.ts'
import type { Wanted } from './wire.ts'

/** Options that change the request. Each form lists those that it accepts. */
export interface Details {
  seconds?: string
  resolution?: string
  image?: string
  mask?: string
  set?: readonly string[]
  'no-stream'?: boolean
}

/** One kind of request. `make` returns undefined or an empty text if words are missing. */
interface Form {
  usage: string
  about: string
  options?: readonly (keyof Details)[]
  make(words: readonly string[], details: Details): Wanted | '' | false | undefined
}

type Body = Record<string, unknown>

/** A small reasoning model of the catalog, and a cheap one. */
const TALKER = 'vendorA/chat-6-mini'
const WRITER = 'vendorF/small-4'

/** The path of a feed: those of stocks are below `stocks`. */
const feedPath = (feed: string): string =>
  ['crypto', 'fx', 'commodity'].includes(feed) ? feed : `stocks/${encodeURIComponent(feed)}`

const FORMS: Readonly<Record<string, Form>> = {
  chat: {
    usage: 'PROMPT [MODEL]',
    about: `a streamed answer; by default ${TALKER}`,
    options: ['set', 'no-stream'],
    make: ([prompt, model = TALKER], details) =>
      prompt &&
      talk(
        '/api/v1/chat/completions',
        { model, messages: [{ role: 'user', content: prompt }] },
        details,
      ),
  },
  messages: {
    usage: 'PROMPT [MODEL]',
    about: `the same in Anthropic's form; by default ${WRITER}`,
    options: ['set', 'no-stream'],
    make: ([prompt, model = WRITER], details) =>
      prompt &&
      talk(
        '/api/v1/messages',
        { model, max_tokens: 1024, messages: [{ role: 'user', content: prompt }] },
        details,
      ),
  },
  responses: {
    usage: 'PROMPT [MODEL]',
    about: `the same as a response; by default ${TALKER}`,
    options: ['set', 'no-stream'],
    make: ([input, model = TALKER], details) =>
      input && talk('/api/v1/responses', { model, input, max_output_tokens: 4096 }, details),
  },
  search: {
    usage: 'QUERY',
    about: 'a live web search; --set max_results=3 costs less',
    options: ['set'],
    make: ([query], { set }) => query && post('/api/v1/search', { query }, set),
  },
  image: {
    usage: 'PROMPT [MODEL] [SIZE]',
    about: 'an image, by default vendorA/image-1 at 1024x1024',
    options: ['set'],
    make: ([prompt, model = 'vendorA/image-1', size], { set }) =>
      prompt && post('/api/v1/images/generations', { model, prompt, size }, set),
  },
  edit: {
    usage: 'PROMPT FILE... [MODEL]',
    about: 'edits or merges your pictures; sent as a form',
    options: ['mask', 'set'],
    make: edit,
  },
  music: {
    usage: 'PROMPT [MODEL]',
    about: 'a song; --set instrumental=true, --set lyrics="..."',
    options: ['seconds', 'set'],
    make: ([prompt, model], { seconds, set }) =>
      prompt &&
      post('/api/v1/audio/generations', { model, prompt, duration_seconds: number(seconds) }, set),
  },
  video: {
    usage: 'PROMPT [MODEL]',
    about: 'a clip, by default vendorC/imagine-video; always a job',
    options: ['seconds', 'resolution', 'image', 'set'],
    make: ([prompt, model], details) =>
      prompt && post('/api/v1/videos/generations', clip({ model, prompt }, details), details.set),
  },
  face: {
    usage: 'NAME [IMAGE_URL GROUP_ID]',
    about: 'a link for the phone, free; then enrolls the face',
    options: ['set'],
    make: ([name, image_url, group_id], { set }) =>
      image_url === undefined
        ? name && post('/api/v1/realface/init', { name }, set)
        : group_id && post('/api/v1/realface/enroll', { name, image_url, group_id }, set),
  },
  portrait: {
    usage: 'NAME IMAGE_URL',
    about: 'enrolls an AI character; use it in a video with --set',
    make: ([name, image_url]) =>
      name && image_url && post('/api/v1/portrait/enroll', { name, image_url }),
  },
  speech: {
    usage: 'TEXT [VOICE] [MODEL]',
    about: 'speech; GET /api/v1/audio/voices lists the voices',
    options: ['set'],
    make: ([input, voice, model], { set }) =>
      input && post('/api/v1/audio/speech', { model, input, voice }, set),
  },
  sound: {
    usage: 'TEXT',
    about: 'a sound',
    options: ['seconds', 'set'],
    make: ([text], { seconds, set }) =>
      text && post('/api/v1/audio/sound-effects', { text, duration_seconds: number(seconds) }, set),
  },
  rpc: {
    usage: 'NETWORK METHOD [PARAMS]',
    about: 'a JSON-RPC call; PARAMS is a JSON array',
    make: ([network, method, params = '[]']) =>
      network &&
      method &&
      post(`/api/v1/rpc/${encodeURIComponent(network)}`, {
        jsonrpc: '2.0',
        id: 1,
        method,
        params: json(params),
      }),
  },
  pm: {
    usage: '/PATH',
    about: 'prediction-market data, e.g. "/api/v1/pm/venue-a/markets?limit=2"',
    make: ([path]) => get(path),
  },
  web: {
    usage: 'QUERY',
    about: 'pages found by meaning; --set category=news, --set numResults=3',
    options: ['set'],
    make: ([query], { set }) => query && post('/api/v1/websearch/search', { query }, set),
  },
  pages: {
    usage: 'URL...',
    about: 'the text of web pages, as Markdown',
    make: urls => (urls.length > 0 ? post('/api/v1/websearch/contents', { urls }) : undefined),
  },
  defi: {
    usage: 'WHAT',
    about: 'DeFi data: chains, yields, protocols, prices/coingecko:bitcoin',
    make: ([what]) => what && get(`/api/v1/defi/${what.replace(/^\//, '')}`),
  },
  surf: {
    usage: 'PATH',
    about: 'market and on-chain data, e.g. "market/price?symbol=BTC"',
    make: ([path]) => path && get(`/api/v1/surf/${path.replace(/^\//, '')}`),
  },
  price: {
    usage: 'SYMBOL [FEED]',
    about: 'FEED: crypto (default), fx, commodity, or of stocks us, jp, ..',
    make: ([symbol, feed = 'crypto']) =>
      symbol && get(`/api/v1/${feedPath(feed)}/price/${encodeURIComponent(symbol)}`),
  },
  history: {
    usage: 'SYMBOL FROM [FEED] [BAR]',
    about: 'prices since a date; BAR: D, W, M or minutes',
    make: ([symbol, since, feed = 'crypto', resolution = 'D']) => {
      const from = /^\d{5,}$/.test(since ?? '') ? Number(since) : Date.parse(since ?? '') / 1000
      if (!symbol || !since) return undefined
      if (Number.isNaN(from))
        throw new UsageError(`FROM must be a date such as 2026-01-01, not ${since}.`)
      const query = new URLSearchParams({ from: String(from), resolution })
      return get(`/api/v1/${feedPath(feed)}/history/${encodeURIComponent(symbol)}?${String(query)}`)
    },
  },
  phone: {
    usage: 'NUMBER [fraud]',
    about: 'carrier of +14155552671; fraud: was its SIM swapped?',
    make: ([phoneNumber, more]) =>
      phoneNumber &&
      post(`/api/v1/phone/lookup${more === 'fraud' ? '/fraud' : ''}`, { phoneNumber }),
  },
  number: {
    usage: 'buy|list|renew|release [NUMBER]',
    about: 'a telephone number for 30 days; buy CA 604 chooses a place',
    make: telephoneNumber,
  },
  call: {
    usage: 'TO TASK [FROM]',
    about: 'an AI calls TO from your number; --set max_duration=10',
    options: ['set'],
    make: ([to, task, from], { set }) =>
      to && task && post('/api/v1/voice/call', { to, task, from }, set),
  },
  sandbox: {
    usage: '[GPU]',
    about: 'a Python sandbox for --seconds; GPU, e.g. T4',
    options: ['seconds', 'set'],
    make: ([gpu], { seconds, set }) =>
      post('/api/v1/sandbox/create', { gpu, timeout: number(seconds) }, set),
  },
  exec: {
    usage: 'SANDBOX_ID -- COMMAND...',
    about: 'runs a command in a sandbox, e.g. python -c "print(1)"',
    options: ['seconds', 'set'],
    make: ([sandbox_id, ...command], { seconds, set }) =>
      sandbox_id &&
      command.length > 0 &&
      post('/api/v1/sandbox/exec', { sandbox_id, command, timeout: number(seconds) }, set),
  },
  swap: {
    usage: 'SELL BUY AMOUNT [CHAIN]',
    about: 'price of a swap, free: token addresses, smallest units',
    make: ([sellToken, buyToken, sellAmount, chainId = '8453']) =>
      sellToken &&
      buyToken &&
      sellAmount &&
      get(
        `/api/v1/dexagg/price?${String(new URLSearchParams({ chainId, sellToken, buyToken, sellAmount }))}`,
      ),
  },
  fund: {
    usage: 'WALLET USD',
    about: 'a deposit to a wallet at a venue; signs it and the fee',
    make: ([wallet, usd]) => {
      const fund = depositOf(wallet, usd)
      return fund && { ...post('/api/v1/venue-a/fund', {}), fund }
    },
  },
  onramp: {
    usage: '[ADDRESS]',
    about: 'a link to buy USDC with a card, free; for your wallet',
    make: ([address]) => ({ ...post('/v1/onramp/token', { address }), own: 'address' }),
  },
  users: {
    usage: 'NAME...',
    about: 'accounts of a social network by user name',
    make: usernames => usernames.length > 0 && post('/api/v1/social/users/lookup', { usernames }),
  },
  followers: {
    usage: 'NAME',
    about: 'a page of who follows an account; --set cursor=...',
    options: ['set'],
    make: ([username], { set }) =>
      username && post('/api/v1/social/users/followers', { username }, set),
  },
  followings: {
    usage: 'NAME',
    about: 'a page of whom an account follows',
    options: ['set'],
    make: ([username], { set }) =>
      username && post('/api/v1/social/users/followings', { username }, set),
  },
  GET: { usage: '/PATH', about: 'any other endpoint, free ones too', make: ([path]) => get(path) },
  POST: {
    usage: '/PATH JSON',
    about: 'any other endpoint',
    make: ([path, body = '{}']) =>
      path?.startsWith('/') ? { method: 'POST', path, body: json(body) } : undefined,
  },
}

/** The usage lines of `npm run buy -- --help`. */
export const USAGES = Object.entries(FORMS)
  .map(([kind, { usage, about }]) => `  ${`${kind} ${usage}`.padEnd(32)} ${about}`)
  .join('\n')

/** Returns the request for words and options. Throws a `UsageError` if they are wrong. */
export function parseWanted(words: readonly string[], details: Details = {}): Wanted {
  const [kind = '', ...rest] = words
  const form = Object.hasOwn(FORMS, kind) ? FORMS[kind]! : undefined
  if (form === undefined) {
    const hint = didYouMean(kind, [...Object.keys(FORMS), 'resume'])
    throw new UsageError(
      `There is no "${kind}" to buy.${hint} "npm run buy -- --help" lists everything.`,
    )
  }
  const { usage, about, options = [] } = form
  for (const name of Object.keys(details) as (keyof Details)[]) {
    if (details[name] === undefined || options.includes(name)) continue
    throw new UsageError(
      `${kind} takes no --${name}; it takes ` +
        `${options.map(one => `--${one}`).join(', ') || 'words only'}`,
    )
  }
  const wanted = form.make(rest, details)
  if (!wanted) throw new UsageError(`Usage: npm run buy -- ${kind} ${usage}\n  ${about}`)
  return wanted
}

const get = (path: string | undefined): Wanted | undefined =>
  path?.startsWith('/') ? { method: 'GET', path } : undefined

/** Makes a JSON request without undefined members, plus those of `--set`. */
function post(path: string, body: Body, set: readonly string[] = []): Wanted {
  const given = Object.entries({ ...body, ...settings(set) }).filter(
    ([, value]) => value !== undefined,
  )
  return { method: 'POST', path, body: Object.fromEntries(given) }
}

/** Makes a request for a conversation; streamed unless `--no-stream` is given. */
const talk = (path: string, body: Body, details: Details): Wanted =>
  post(path, { ...body, stream: details['no-stream'] ? undefined : true }, details.set)

/** Whether a kind of request is streamed by default. */
export const isStreamed = (kind = ''): boolean =>
  Object.hasOwn(FORMS, kind) && FORMS[kind]!.options?.includes('no-stream') === true

/** Adds the options of a video. The gateway fetches addresses; files are sent in the request. */
function clip(body: Body, { seconds, resolution, image }: Details): Body {
  const isAddress = image !== undefined && /^(?:https?|data):/.test(image)
  const image_url = image === undefined || isAddress ? image : dataUri(readPicture(image))
  return { ...body, duration_seconds: number(seconds), resolution, image_url }
}

/** Makes a form with pictures as files. The last word is the model if it cannot be a file. */
function edit(
  [prompt, ...rest]: readonly string[],
  { mask, set = [] }: Details,
): Wanted | undefined {
  const last = rest.at(-1) ?? ''
  const model =
    /^[\w.-]+\/[\w.+-]+$/.test(last) && !isPictureName(last) && !existsSync(last) ? last : undefined
  const files = model === undefined ? rest : rest.slice(0, -1)
  if (!prompt || files.length === 0) return undefined
  const body = new FormData()
  const add = (name: string, path: string): void => {
    const { name: file, type, bytes } = readPicture(path)
    body.append(name, new File([new Uint8Array(bytes)], file, { type }))
  }
  for (const [name, value] of Object.entries({ model, prompt, ...settings(set) })) {
    if (value !== undefined)
      body.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const file of files) add(files.length > 1 ? 'image[]' : 'image', file)
  if (mask !== undefined) add('mask', mask)
  return { method: 'POST', path: '/api/v1/images/image2image', body }
}

/** Buys a telephone number, or does something with those of the wallet. */
function telephoneNumber([what = '', one, areaCode]: readonly string[]): Wanted | undefined {
  const at = (body: Body): Wanted => post(`/api/v1/phone/numbers/${what}`, body)
  if (what === 'buy') return at({ country: one, areaCode })
  if (what === 'list') return at({})
  const needsOne = what === 'renew' || what === 'release'
  return needsOne && one !== undefined ? at({ phoneNumber: one }) : undefined
}
