/** Thieves of jobs: one authorization for several jobs, and jobs of others. */
import { describe, expect, it } from 'vitest'
import { decodeFunctionData, parseAbi } from 'viem'
import { type Answer, type Wanted, wants } from '../helpers/buyer.ts'
import { jobOf, open, records, seal, until } from './strangers.ts'
import { costOf, replayed, served, shop, thief, useShop } from './thief-desk.ts'

useShop()

/** A job of the thief's that is finished and not paid yet. */
async function finishedJob(buyer = thief): Promise<{ id: string; header: string; poll: Wanted }> {
  const header = await buyer.header(wants.job)
  const { status, body } = await buyer.send(wants.job, header)
  expect(status).toBe(202)
  await until(async () => (await jobOf(shop, body.id)).status === 'completed')
  return { id: body.id, header, poll: { method: 'GET', path: body.poll_url } }
}

describe('jobs', () => {
  it('PAY-063 two fresh authorizations on one finished job move one payment', async () => {
    const { poll } = await finishedJob()
    const headers = await Promise.all([thief.header(poll), thief.header(poll)])
    const { made, cost } = await costOf(() =>
      Promise.all(headers.map(header => thief.send(poll, header))),
    )
    expect([served(made).length, cost]).toEqual([2, 48_250n])
    const used = await Promise.all(
      headers.map(header => {
        const { from, nonce } = open(header).payload.authorization
        return shop.chain.used(from, nonce)
      }),
    )
    expect(used.filter(Boolean)).toHaveLength(1)
  })

  it('PAY-061 one fresh authorization on two finished jobs at once pays for one of them; the other gives nothing', async () => {
    const [one, two] = await Promise.all([finishedJob(), finishedJob()])
    const header = await thief.header(one!.poll)
    const { made, cost } = await costOf(() =>
      Promise.all([one, two, two, one].map(job => thief.send(job!.poll, header))),
    )
    expect(cost).toBe(48_250n)
    expect(new Set(served(made).map(({ body }) => body.id)).size).toBe(1)
    replayed(made)
    for (const { status, body } of made)
      if (status !== 200) expect(JSON.stringify(body)).not.toContain('/media/')
  })

  it('PAY-061 the authorization of one job, rewritten, does not open another one', async () => {
    const [one, two] = await Promise.all([finishedJob(), finishedJob()])
    const rewritten = seal({ ...open(one!.header), more: 1 })
    const { made, cost } = await costOf(() =>
      Promise.all([one!.header, rewritten].map(header => thief.send(two!.poll, header))),
    )
    expect([made.map(({ status }) => status), cost]).toEqual([[402, 402], 0n])
  })

  it('an authorization spent on a read does not open a job of any price, nor the other way round', async () => {
    const { poll } = await finishedJob()
    const spent = await thief.header(wants.pm)
    await thief.send(wants.pm, spent)
    const fresh = await thief.header(poll)
    const { made, cost } = await costOf(async () => [
      await thief.send(poll, spent),
      await thief.send(wants.pm, fresh),
    ])
    expect([made.map(({ status, body }) => [status, body.code]), cost]).toEqual([
      [
        [402, 'PAYMENT_REPLAY'],
        [402, 'PAYMENT_INVALID'],
      ],
      0n,
    ])
  })

  it('IMG-077 submitting and polling at once, with the same and with fresh authorizations, is one payment', async () => {
    const header = await thief.header(wants.image)
    const { made, cost } = await costOf(async () => {
      const submitted = thief.send(wants.image, header)
      let id: string | undefined
      await until(
        async () =>
          (id = (await records(shop)).find(({ key }) =>
            key.endsWith(open(header).payload.authorization.nonce),
          )?.job?.id),
      )
      const poll: Wanted = { method: 'GET', path: `/api/v1/images/generations/${id}` }
      const fresh = await thief.header(poll)
      const polled: Answer[] = []
      for (let i = 0; i < 12; i++)
        polled.push(...(await Promise.all([header, fresh].map(one => thief.send(poll, one)))))
      return [await submitted, ...polled]
    })
    expect(cost).toBe(22_000n)
    for (const { status } of made) expect([200, 202, 402]).toContain(status)
    expect(shop.upstreams.calls('vendor_a')).toHaveLength(1)
  })

  it("PAY-045 somebody else's job stays theirs, whatever the thief signs", async () => {
    const victim = await shop.buyer()
    const { poll, header } = await finishedJob(victim)
    const own = open(await thief.header(poll))
    const forged = structuredClone(own)
    forged.payload.authorization.from = victim.account.address
    const stolen = open(header)
    stolen.payload.signature = own.payload.signature
    const wallet = `0x${'c0de'.repeat(10)}`
    await shop.chain.placeWallet(wallet, thief.account.address)
    await shop.chain.fund(wallet, 10_000_000n)
    const asWallet = structuredClone(own)
    asWallet.payload.authorization.from = wallet
    const longer = structuredClone(forged)
    longer.payload.signature += '00'
    const expired = structuredClone(longer)
    expired.payload.authorization.validBefore = '1'
    const { made, cost } = await costOf(async () => {
      const all: Answer[] = []
      for (const payment of [own, forged, stolen, asWallet, longer, expired])
        all.push(await thief.send(poll, seal(payment)))
      return all
    })
    expect(cost).toBe(0n)
    for (const { status, body } of made) {
      expect([402, 403]).toContain(status)
      expect(JSON.stringify(body)).not.toContain('/media/')
    }
    expect((await victim.send(poll, header)).status).toBe(200)
    for (const payment of [own, forged, stolen, asWallet, longer, expired]) {
      expect([402, 403]).toContain((await thief.send(poll, seal(payment))).status)
    }
  })

  it("PAY-045 an old signature of the buyer's, which the chain may show, opens none of its jobs", async () => {
    const victim = await shop.buyer()
    const { poll, header } = await finishedJob(victim)
    const now = Math.floor(Date.now() / 1000)
    const old = await victim.header(poll, { validBefore: String(now - 90 * 86_400) })
    const early = await victim.header(poll, { validAfter: String(now + 3600) })
    for (const one of [old, early]) expect((await thief.send(poll, one)).status).toBe(402)
    expect((await victim.send(poll, header)).status).toBe(200)
    for (const one of [old, early]) {
      const { status, body } = await thief.send(poll, one)
      expect([status, JSON.stringify(body)]).toEqual([402, expect.not.stringContaining('/media/')])
    }
  })

  it('a paid picture cannot be collected by somebody who reads its payment from the chain', async () => {
    const victim = await shop.buyer()
    const bought = await victim.buy({
      ...wants.image,
      body: { ...wants.image.body, prompt: 'a private matter' },
    })
    const transaction = await shop.chain.rpc<{ input: `0x${string}` }>('eth_getTransactionByHash', [
      bought.receipt!.transaction,
    ])
    const times = 'uint256 value, uint256 validAfter, uint256 validBefore'
    const abi = parseAbi([
      `function transferWithAuthorization(address from, address to, ${times}, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)`,
    ])
    const {
      args: [from, to, value, validAfter, validBefore, nonce, v, r, s],
    } = decodeFunctionData({ abi, data: transaction.input })
    // Everything else of the header is in the challenge, which anybody may ask for.
    const { challenge } = await thief.ask(wants.image)
    const authorization = {
      from,
      to,
      value: String(value),
      validAfter: String(validAfter),
      validBefore: String(validBefore),
      nonce,
    }
    const header = seal({
      x402Version: 2,
      resource: challenge.resource,
      accepted: challenge.accepts[0],
      payload: { signature: `${r}${s.slice(2)}${v.toString(16)}`, authorization },
    })
    const { body } = await thief.send(wants.image, header)
    const stolen = await thief.send({ method: 'GET', path: body.poll_url ?? '/nothing' }, header)
    expect([stolen.status === 200, stolen.body.data]).toEqual([false, undefined])
  })
})
