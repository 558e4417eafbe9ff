// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
/**
 * Signs wallets in where a 402 asks for it, by x402's extension `sign-in-with-x`, on EVM chains.
 */
import { PaymentError } from './errors.js'

/** Name of the extension, and of the header with the signature. */
export const SIGN_IN = 'sign-in-with-x'

/** What a challenge says of signing in; undefined if it asks for a payment. */
function askedIn({ extensions }) {
  return extensions?.[SIGN_IN]
}

/** Whether a challenge asks for a sign-in and not for a payment. */
export const asksForSignIn = (challenge) => askedIn(challenge) !== undefined

/**
 * The value of the header that signs in. Throws a `PaymentError` if the client has no `account`, or
 * if the gateway asks for the sign-in of another site.
 */
export async function signInHeader(
  challenge,
  { account, baseUrl },
) {
  if (account === undefined) throw failed('This call needs a sign-in: set `account`')
  const { info, supportedChains } = askedIn(challenge)
  const chain = supportedChains.find(({ type }) => type === 'eip191')
  if (chain === undefined) throw failed('The gateway has no chain on which `account` can sign in')
  const { host, origin } = new URL(baseUrl)
  if (info.domain !== host || new URL(info.uri).origin !== origin)
    throw failed(`The gateway asks for a sign-in to ${info.domain}, which is not ${host}`)
  const { address } = account
  const message = textOf(info, address, chain.chainId)
  const signature = await account.signMessage({ message })
  const payload = { ...info, address, chainId: chain.chainId, type: chain.type, signature }
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  return btoa(String.fromCharCode(...bytes))
}

/** The text of EIP-4361. */
function textOf(info, address, chainId) {
  const { domain, statement, resources = [] } = info
  const members = [
    ['URI', info.uri],
    ['Version', info.version],
    ['Chain ID', chainId.split(':')[1]],
    ['Nonce', info.nonce],
    ['Issued At', info.issuedAt],
    ['Expiration Time', info.expirationTime],
    ['Not Before', info.notBefore],
    ['Request ID', info.requestId],
  ]
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    ...(statement === undefined ? [''] : [statement, '']),
    ...members.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
    ...(resources.length === 0 ? [] : ['Resources:', ...resources.map(one => `- ${one}`)]),
  ].join('\n')
}

const failed = (message) =>
  new PaymentError({ message, code: 'SIGN_IN_FAILED', charged: false, status: 402 })
