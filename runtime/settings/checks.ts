/**
 * Checks of single settings. Each returns the value to use, or undefined if the text is invalid;
 * `wants` completes the sentence "NAME must be …".
 */
import { isIP } from 'node:net'
import type { KeyNotation, NetworkKind } from '../payments/kind.ts'

/** A check of one setting's text. */
export type Check<T> = ((text: string) => T | undefined) & { wants: string }

const check = <T>(wants: string, test: (text: string) => T | undefined): Check<T> =>
  Object.assign(test, { wants })
const matching = (wants: string, pattern: RegExp): Check<string> =>
  check(wants, text => (pattern.test(text) ? text : undefined))

/** Parses a URL with one of these schemes; undefined if it is not one. */
function parsed(text: string, schemes: readonly string[]): URL | undefined {
  try {
    const url = new URL(text)
    return schemes.includes(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}

/** Any text that is not empty. */
export const text = matching('a text', /\S/)
/** A short name that is shown in bodies and logs. */
export const label = matching('a short name of letters, digits, dots and dashes', /^[\w.-]{1,40}$/)
/** An HTTP header's name, in lower case. */
export const headerName = check('a header name', name =>
  /^[a-z0-9-]{1,64}$/i.test(name) ? name.toLowerCase() : undefined,
)
/** An http or https URL. */
const url = check('an http or https URL', value => parsed(value, ['http:', 'https:']) && value)
/** An http or https URL to which paths are appended; ends without a slash. */
export const baseUrl = check(url.wants, value => url(value)?.replace(/\/+$/, ''))
/** Scheme, host and port, nothing else. */
export const origin = check('an origin such as https://api.example.com, without a path', value => {
  const found = parsed(value, ['http:', 'https:'])
  return found && found.pathname === '/' && !found.search && !found.hash && !found.username
    ? found.origin
    : undefined
})
/** The address of a Redis. */
export const redisUrl = check(
  'a redis://, rediss:// or unix:// URL',
  value => parsed(value, ['redis:', 'rediss:', 'unix:']) && value,
)

/** A wallet of a kind of network. */
export const walletOf = ({ wallet }: NetworkKind): Check<string> =>
  matching(wallet.wants, wallet.pattern)

/** A key with which a kind of network settles in this process. */
export const keyOf = ({ wants, read }: KeyNotation): Check<string> => check(wants, read)

/** The URL of a node of a kind of network. */
export const nodeOf = ({ node }: NetworkKind): Check<string> =>
  check(`a URL that begins with ${node.join(' or ')}`, value => parsed(value, node) && value)

/** A whole number in a range. */
export const integer = (least: number, most: number): Check<number> =>
  check(`a whole number from ${least} to ${most}`, value => {
    const number = Number(value)
    return /^\d{1,9}$/.test(value) && number >= least && number <= most ? number : undefined
  })

/** One of several words. */
export const oneOf = (words: readonly string[]): Check<string> =>
  check(`one of ${words.join(', ')}`, word => (words.includes(word) ? word : undefined))

/** A list separated by commas; every part must pass. */
const list = (wants: string, passes: (part: string) => boolean): Check<string[]> =>
  check(wants, value => {
    const parts = value
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== '')
    return parts.every(passes) ? parts : undefined
  })

/** Whether a text is an IP address or a network in CIDR form. */
function isNetwork(part: string): boolean {
  const [ip = '', bits, more] = part.split('/')
  const version = isIP(ip)
  const most = version === 4 ? 32 : 128
  return (
    version !== 0 &&
    more === undefined &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

const networks = list('IP addresses or networks (CIDR) separated by commas, or none', isNetwork)
/** IP addresses or networks of trusted proxies; `none` gives an empty list. */
export const proxies = check(networks.wants, value => (value === 'none' ? [] : networks(value)))
/** Signing keys: the first signs, all verify. */
export const signingKeys = check(
  'one or more texts of at least 32 characters without spaces, separated by commas',
  value => {
    const keys = value.split(',').map(key => key.trim())
    return keys.every(key => /^[\x21-\x7e]{32,}$/.test(key)) ? keys : undefined
  },
)
/** A credential that is sent in a header. */
export const token = matching('a text without spaces', /^[\x21-\x7e]+$/)
/** The path-style URL of an S3 bucket, with an optional prefix. */
export const bucketUrl = check(
  'an http or https URL of a bucket, such as https://s3.example.com/bucket',
  value => {
    const found = parsed(value, ['http:', 'https:'])
    const plain =
      found &&
      !found.search &&
      !found.hash &&
      !found.username &&
      /^(?:\/[\w.~-]+)+\/*$/.test(found.pathname)
    return plain ? value.replace(/\/+$/, '') : undefined
  },
)
/** Named lists of wallets of a kind of network. */
export const walletLists = (kind: NetworkKind): Check<Record<string, string[]>> =>
  check('lists such as background=WALLET,WALLET; other=WALLET', value => {
    const lists = value.split(';').map(part => /^\s*([a-z][\w-]*)\s*=(.*)$/i.exec(part))
    const entries = lists.map(
      found => [found?.[1] ?? '', (found?.[2] ?? '').split(',').map(one => one.trim())] as const,
    )
    return entries.every(
      ([name, wallets]) => name !== '' && wallets.every(one => kind.wallet.pattern.test(one)),
    )
      ? (Object.fromEntries(entries) as Record<string, string[]>)
      : undefined
  })
/** host or host:port, separated by commas. */
export const hosts = list('host or host:port, separated by commas', part =>
  /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i.test(part),
)
