/**
 * Signs wallets in, as x402's extension `sign-in-with-x` defines: a recent signature for this
 * address of this gateway, which can be used once across all processes.
 */
import type { Call, Reply } from '../call.ts'
import { challengeHeaders } from '../x402/encode.ts'
import { isObject } from '../lib/json.ts'
import { isPrivateAddress } from '../media/public-address.ts'
import { refuse } from '../replies/answer.ts'
import { signInKind, signInText, type SignIn } from './sign-in-message.ts'

/** Name of the extension and of its header. */
const NAME = 'sign-in-with-x'
/** Longest header, in characters. */
const LONGEST = 8_192
/** How old a sign-in may be, and how far its signer's clock may be ahead, ms. */
const OLDEST = 300_000
const AHEAD = 30_000
const NONCE = /^[a-zA-Z0-9]{8,128}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
/** The text members; those of the second list may be absent. */
const TEXTS = ['domain', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt', 'signature']
const OPTIONAL = ['statement', 'expirationTime', 'notBefore', 'requestId']

/** Returns the wallet that has signed in for this call, or the reply that requests it. */
export async function signedIn(call: Call): Promise<{ wallet: string } | { reply: Reply }> {
  const chains = chainsOf(call)
  if (chains.length === 0 || !isKnownHost(call)) {
    const message = 'Signing in is not available on this gateway.'
    return { reply: refuse(call, 'refused', { status: 501, code: 'SIGN_IN_UNAVAILABLE', message }) }
  }
  const header = call.scope.request_headers[NAME]
  if (header === undefined)
    return { reply: call.header === undefined ? askForSignIn(call, chains) : unpayable(call) }
  const found = check(call, header)
  if (typeof found === 'string') return { reply: refused(call, found) }
  const { signIn, wallet } = found
  const { store, clock } = call.context
  const key = `sign-in/${wallet}|${signIn.nonce}`
  const expires = clock.now() + 2 * OLDEST
  const isFirst = await store.commit([
    { do: 'insert', in: 'gateway.signins', key, doc: {}, expires },
  ])
  return isFirst ? { wallet } : { reply: refused(call, 'its nonce was used already') }
}

/** Reads and checks a header. Returns what is wrong with it. */
function check(call: Call, header: string): { signIn: SignIn; wallet: string } | string {
  const signIn = read(header)
  if (typeof signIn === 'string') return signIn
  const kind = signInKind(signIn.chainId)
  const isOurs = call.context.offers.some(({ spec }) => spec.chain === signIn.chainId)
  if (kind === undefined || !isOurs) return 'its chainId is not one of this gateway'
  const wrong = misdirected(call, signIn) ?? untimely(signIn, call.context.clock.now())
  if (wrong !== undefined) return wrong
  const wallet = kind.signer(signIn, signInText(signIn, kind))
  return wallet === undefined ? 'its signature is not that of the wallet' : { signIn, wallet }
}

/** Reads a header. Returns what is wrong if it is not a sign-in. */
function read(header: string): SignIn | string {
  if (header.length > LONGEST) return `the header is longer than ${LONGEST} characters`
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(header)) return 'the header is not base64'
  let signIn: unknown
  try {
    signIn = JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
  } catch {
    return 'the header is not JSON in base64'
  }
  return isObject(signIn)
    ? (misshapen(signIn) ?? (signIn as unknown as SignIn))
    : 'the header is not an object'
}

/** The first member that is missing or not a text; undefined if all are as they should be. */
function misshapen(signIn: Readonly<Record<string, unknown>>): string | undefined {
  // A line break would let one member write another one.
  const isText = (value: unknown): boolean => typeof value === 'string' && !/[\r\n]/.test(value)
  const missing = TEXTS.find(name => signIn[name] === undefined)
  if (missing !== undefined) return `its ${missing} is missing`
  const wrong = [...TEXTS, ...OPTIONAL].find(
    name => signIn[name] !== undefined && !isText(signIn[name]),
  )
  if (wrong !== undefined) return `its ${wrong} is not a text of one line`
  const { resources = [] } = signIn
  return Array.isArray(resources) && resources.every(isText)
    ? undefined
    : 'its resources are not a list of texts'
}

/** Returns why a sign-in is not for this address; undefined if it is. */
function misdirected({ facts }: Call, { domain, uri, version, nonce }: SignIn): string | undefined {
  const own = new URL(facts.origin)
  if (domain !== own.host) return `its domain is not ${own.host}`
  const meant = URL.canParse(uri) ? new URL(uri) : undefined
  if (meant?.origin !== own.origin || meant.pathname !== facts.path)
    return `its uri is not ${facts.origin}${facts.path}`
  if (version !== '1') return 'its version is not 1'
  return NONCE.test(nonce) ? undefined : 'its nonce is not 8 to 128 letters and digits'
}

/** Returns why a sign-in does not count now; undefined if it does. */
function untimely(signIn: SignIn, now: number): string | undefined {
  const { issuedAt, expirationTime, notBefore } = signIn
  const times = [issuedAt, expirationTime, notBefore].filter(time => time !== undefined)
  if (!times.every(time => TIME.test(time) && !Number.isNaN(Date.parse(time))))
    return 'its times are not those of RFC 3339'
  const age = now - Date.parse(issuedAt)
  if (age > OLDEST || age < -AHEAD) return 'it was not issued in the last 5 minutes'
  if (expirationTime !== undefined && Date.parse(expirationTime) < now) return 'it has expired'
  return notBefore !== undefined && Date.parse(notBefore) > now ? 'it is not valid yet' : undefined
}

/**
 * Returns the 402 that says how to sign in. Nothing is charged: its offer names the chain, with an
 * amount of 0.
 */
function askForSignIn({ context, facts }: Call, chains: readonly object[]): Reply {
  const now = context.clock.now()
  const uri = facts.origin + facts.path
  const info = {
    domain: new URL(facts.origin).host,
    uri,
    version: '1',
    nonce: context.random.hex(16),
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + OLDEST).toISOString(),
    resources: [uri],
  }
  const challenge = {
    x402Version: 2,
    error: 'Sign in with a wallet: send its signature in the header sign-in-with-x.',
    resource: { url: uri },
    accepts: [context.paymentScheme.requirements(0n, OLDEST / 1000)],
    extensions: { [NAME]: { info, supportedChains: chains, schema: { type: 'object' } } },
  }
  const body = JSON.stringify(challenge)
  const headers = challengeHeaders(Buffer.from(body, 'utf8').toString('base64'))
  return { status: 402, headers, body, outcome: 'payment_required' }
}

/**
 * Whether this gateway knows its own name. Without PUBLIC_URL the origin comes from the caller, so
 * a signature for another site could be used here under that site's name; only callers of a private
 * network may call it localhost.
 */
const isKnownHost = ({ context, facts, ip }: Call): boolean =>
  context.settings.publicUrl !== undefined ||
  (LOCAL.test(new URL(facts.origin).host) && isPrivateAddress(ip))

/** Returns the chains of this gateway whose wallets can sign in. */
function chainsOf({ context }: Call): { chainId: string; type: string }[] {
  const chains = new Set(context.offers.map(({ spec }) => spec.chain))
  return [...chains].flatMap(chainId => {
    const kind = signInKind(chainId)
    return kind === undefined ? [] : [{ chainId, type: kind.type }]
  })
}

/**
 * Refuses a payment, which clients may make of the offer that names the chain. It is no sign-in,
 * because it does not say for which site it was signed.
 */
function unpayable(call: Call): Reply {
  const message =
    `A payment does not sign in, and nothing is to be paid: send the header ${NAME} instead, as ` +
    'the 402 of a call without a payment says. Nothing was charged.'
  return refuse(call, 'refused', { status: 401, code: 'SIGN_IN_REQUIRED', message })
}

function refused(call: Call, why: string): Reply {
  const message = `The sign-in is not accepted: ${why}.`
  return refuse(call, 'refused', { status: 401, code: 'INVALID_SIGN_IN', message })
}
