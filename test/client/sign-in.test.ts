/** What a wallet signs to sign in, and for whom it does not sign. */
import { describe, expect, it } from 'vitest'
import { asks, clientOf, OFFER, refusal, serves } from './fake-gateway.ts'

const ADDRESS = '0x00000000000000000000000000000000000000AB'
const INFO = {
  domain: 'gateway.example',
  uri: 'http://gateway.example/things',
  version: '1',
  nonce: 'n1',
  issuedAt: '2026-11-27T12:00:00.000Z',
}
const CHAINS = [
  { chainId: 'solana:5eykt', type: 'ed25519' },
  { chainId: 'eip155:8453', type: 'eip191' },
]

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** A 402 that asks for a sign-in. */
const signIn = (info: object = {}, supportedChains: readonly object[] = CHAINS) => {
  const extensions = { 'sign-in-with-x': { info: { ...INFO, ...info }, supportedChains } }
  const challenge = encoded({ x402Version: 2, accepts: [OFFER], extensions })
  return refusal(402, { error: 'Sign in' }, { 'payment-required': challenge })
}

/** A client with a wallet that remembers what it has signed. */
function walletOf(replies: Parameters<typeof clientOf>[0]) {
  const signed: string[] = []
  const account = {
    address: ADDRESS,
    signMessage: async ({ message }: { message: string }) => `0x${signed.push(message)}`,
  } as never
  return { ...clientOf(replies, { account }), signed }
}

const end = (call: Promise<unknown>): Promise<any> => call.catch(error => error)
const OF = { id: 'a', rest: 'b' }

describe('a sign-in', () => {
  it('is the text of EIP-4361, with the members that the gateway gives', async () => {
    const { client, signed } = walletOf([signIn(), serves])
    await client.thing.of(OF)
    expect(signed).toEqual([
      `gateway.example wants you to sign in with your Ethereum account:
${ADDRESS}


URI: http://gateway.example/things
Version: 1
Chain ID: 8453
Nonce: n1
Issued At: 2026-11-27T12:00:00.000Z`,
    ])
  })

  it('has a statement, times and resources where the gateway gives them', async () => {
    const more = {
      statement: 'Show my purchases.',
      expirationTime: '2026-11-27T12:05:00.000Z',
      notBefore: '2026-11-27T11:00:00.000Z',
      requestId: 'r7',
      resources: ['http://gateway.example/a', 'http://gateway.example/b'],
    }
    const { client, signed } = walletOf([signIn(more), serves])
    await client.thing.of(OF)
    expect(signed[0]).toBe(`gateway.example wants you to sign in with your Ethereum account:
${ADDRESS}

Show my purchases.

URI: http://gateway.example/things
Version: 1
Chain ID: 8453
Nonce: n1
Issued At: 2026-11-27T12:00:00.000Z
Expiration Time: 2026-11-27T12:05:00.000Z
Not Before: 2026-11-27T11:00:00.000Z
Request ID: r7
Resources:
- http://gateway.example/a
- http://gateway.example/b`)
  })

  it('is sent in its header, with what was signed, and not as a payment', async () => {
    const { client, sent, wallet } = walletOf([signIn(), serves])
    expect(await client.thing.of(OF)).toEqual({ data: { ok: true }, requestId: undefined })
    const header = sent[1]!.headers['sign-in-with-x']!
    expect(JSON.parse(Buffer.from(header, 'base64').toString())).toEqual({
      ...INFO,
      address: ADDRESS,
      chainId: 'eip155:8453',
      type: 'eip191',
      signature: '0x1',
    })
    expect(sent[0]!.headers).not.toHaveProperty('sign-in-with-x')
    expect(wallet.signed).toBe(0)
  })

  it('counts once: a gateway that asks again gets no second signature', async () => {
    const { client, signed, sent } = walletOf([signIn(), signIn(), asks, asks])
    await end(client.thing.of(OF))
    expect(signed).toHaveLength(1)
    expect(sent.filter(({ headers }) => headers['sign-in-with-x'] !== undefined)).toHaveLength(1)
  })

  it.each([
    ['another site', { domain: 'thief.example' }, CHAINS, 'thief.example, which is not gateway'],
    ['an address of another site', { uri: 'http://thief.example/' }, CHAINS, 'which is not'],
    ['another protocol', { uri: 'https://gateway.example/' }, CHAINS, 'which is not'],
    ['no chain of the wallet', {}, CHAINS.slice(0, 1), 'no chain on which `account` can'],
  ])('is not signed for %s', async (_, info, chains, message) => {
    const { client, signed, left } = walletOf([signIn(info, chains), serves])
    const error = await end(client.thing.of(OF))
    expect(error).toMatchObject({ name: 'PaymentError', code: 'SIGN_IN_FAILED', status: 402 })
    expect(error).toMatchObject({ charged: false, message: expect.stringContaining(message) })
    expect([signed, left.length]).toEqual([[], 1])
  })

  it('needs an account', async () => {
    const { client } = clientOf([signIn()])
    expect(await end(client.thing.of(OF))).toMatchObject({
      code: 'SIGN_IN_FAILED',
      message: 'This call needs a sign-in: set `account`',
    })
  })
})
