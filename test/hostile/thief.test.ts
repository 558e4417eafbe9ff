/**
 * A thief with wallets of its own: one payment is used for several things, at once or one after the
 * other, or for somebody else's.
 */
import { describe, expect, it } from 'vitest'
import { request } from 'node:http'
import { connect } from 'node:net'
import { type Answer, type Wanted, wants } from '../helpers/buyer.ts'
import { open, records, requestText, seal, until } from './strangers.ts'
import { costOf, pm, replayed, served, shop, thief, useShop } from './thief-desk.ts'

useShop()

describe('one authorization for several things', () => {
  it('PAY-044 at once on six routes of one price buys one of them', async () => {
    const header = await thief.header(wants.pm)
    const paths = [
      '/venue-a/markets',
      '/venue-a/markets?limit=3',
      '/venue-b/markets',
      '/venue-c/markets',
      '/venue-d/orderbooks',
      '/exchange/candles/BTCUSDT',
    ]
    const { made, cost } = await costOf(() =>
      Promise.all(paths.map(path => thief.send(pm(path), header))),
    )
    expect([served(made).length, cost, shop.upstreams.calls('predex').length]).toEqual([
      1,
      8500n,
      1,
    ])
    replayed(made)
  })

  it('PAY-043 at once with other bodies of the same price buys one of them', async () => {
    const header = await thief.header(wants.rpc)
    const { made, cost } = await costOf(() =>
      Promise.all(
        Array.from({ length: 12 }, (_, id) =>
          thief.send(
            {
              ...wants.rpc,
              path: id % 2 ? '/api/v1/rpc/eth' : '/api/v1/rpc/base',
              body: { ...wants.rpc.body, id },
            },
            header,
          ),
        ),
      ),
    )
    expect([served(made).length, cost, shop.upstreams.calls('nodes').length]).toEqual([1, 4000n, 1])
    replayed(made)
  })

  it('PAY-043 written in twelve ways at once buys one thing', async () => {
    const payment = open(await thief.header(wants.pm))
    const ways: ((p: any) => void)[] = [
      () => undefined,
      p => {
        p.payload.authorization.nonce = p.payload.authorization.nonce
          .toUpperCase()
          .replace('0X', '0x')
      },
      p => {
        p.payload.authorization.from = p.payload.authorization.from.toLowerCase()
      },
      p => {
        p.payload.authorization.value = `00${p.payload.authorization.value}`
      },
      p => {
        p.payload.authorization.validAfter = '000'
      },
      p => {
        p.more = 1
      },
      p => {
        p.accepted.maxTimeoutSeconds = 1
      },
      p => {
        delete p.resource
      },
      p => {
        p.accepted.asset = p.accepted.asset.toLowerCase()
      },
      p => {
        p.payload.signature = p.payload.signature.toUpperCase().replace('0X', '0x')
      },
      p => {
        p.payload.more = { deep: [1] }
      },
      p => {
        p.payload.authorization.more = 'x'
      },
    ]
    const headers = ways.map(way => {
      const copy = structuredClone(payment)
      way(copy)
      return seal(copy)
    })
    const { made, cost } = await costOf(() =>
      Promise.all(headers.map(header => thief.send(wants.pm, header))),
    )
    expect([served(made).length, cost, shop.upstreams.calls('predex').length]).toEqual([
      1,
      8500n,
      1,
    ])
    replayed(made)
  })

  it('two authorizations under one nonce are one payment', async () => {
    const nonce = `0x${'5a'.repeat(32)}`
    const now = Math.floor(Date.now() / 1000)
    const headers = await Promise.all(
      [100, 200, 300].map(life =>
        thief.header(wants.pm, { nonce, validBefore: String(now + life) }),
      ),
    )
    const { made, cost } = await costOf(() =>
      Promise.all([...headers, ...headers].map(header => thief.send(wants.pm, header))),
    )
    expect([served(made).length, cost]).toEqual([1, 8500n])
    const { made: later, cost: more } = await costOf(() =>
      Promise.all(headers.map(header => thief.send(wants.pm, header))),
    )
    expect([served(later).length, more]).toEqual([0, 0n])
  })

  it('a call and a job cannot share one', async () => {
    const header = await thief.header(wants.image)
    const { made, cost } = await costOf(() =>
      Promise.all(Array.from({ length: 6 }, () => thief.send(wants.image, header))),
    )
    expect([served(made).length, cost, shop.upstreams.calls('vendor_a').length]).toEqual([
      1,
      22_000n,
      1,
    ])
    const others = await Promise.all(
      [{ ...wants.image, body: { ...wants.image.body, prompt: 'another' } }, wants.image].map(
        wanted => thief.send(wanted, header),
      ),
    )
    expect(served(others)).toEqual([])
    expect(shop.upstreams.calls('vendor_a')).toHaveLength(1)
  })

  it('after a release it buys one thing, however often it is sent at once', async () => {
    shop.upstreams.set('predex', { mode: 'fail', times: 1 })
    const header = await thief.header(wants.pm)
    expect((await thief.send(wants.pm, header)).status).toBe(502)
    const { made, cost } = await costOf(() =>
      Promise.all(Array.from({ length: 20 }, () => thief.send(wants.pm, header))),
    )
    expect([served(made).length, cost]).toEqual([1, 8500n])
    replayed(made)
  })

  it('while the upstream fails again and again it is free, and never buys two', async () => {
    shop.upstreams.set('predex', { mode: 'fail', times: 4 })
    const header = await thief.header(wants.pm)
    const { made, cost } = await costOf(async () => {
      const all: Answer[] = []
      for (let i = 0; i < 6; i++)
        all.push(
          ...(await Promise.all(Array.from({ length: 4 }, () => thief.send(wants.pm, header)))),
        )
      return all
    })
    expect([served(made).length, cost]).toEqual([1, 8500n])
  })
})

/** Sends and hangs up after so many ms; the answer when it came before. */
function hangUp(wanted: Wanted, header: string, after: number): Promise<Answer | undefined> {
  return new Promise(resolve => {
    const { hostname, port } = new URL(shop.url)
    const sent = request(
      {
        hostname,
        port,
        path: wanted.path,
        method: wanted.method,
        headers: { 'payment-signature': header, 'content-type': 'application/json' },
      },
      response => {
        let text = ''
        response.on('data', part => {
          text += part
        })
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: new Headers(), body: JSON.parse(text) }),
        )
        response.on('error', () => resolve(undefined))
      },
    )
    sent.on('error', () => resolve(undefined))
    sent.end(wanted.body === undefined ? undefined : JSON.stringify(wanted.body))
    setTimeout(() => {
      sent.destroy()
      resolve(undefined)
    }, after)
  })
}

describe('hanging up', () => {
  /** Whether no call is under way: every payment of a call without a job has come to its end. */
  const idle = async (): Promise<boolean> =>
    (await records(shop)).every(
      ({ state, job }) => job !== undefined || ['settled', 'released', 'failed'].includes(state),
    )
  const moments = [0, 1, 3, 8, 20, 50, 90, 115, 120, 125, 130, 135, 140, 150, 160, 180, 220]
  /** Whether the whole reply had left the gateway. */
  const wasSent = async (header: string): Promise<boolean | undefined> =>
    (await records(shop)).find(({ key }) => key.endsWith(open(header).payload.authorization.nonce))
      ?.delivered

  it.each([
    ['a paid read', wants.pm, 8500n],
    ['an image', wants.image, 22_000n],
  ] as const)(
    'at any moment of %s: each is charged once, and what was not sent can still be had',
    async (_, wanted, price) => {
      const { cost } = await costOf(async () => {
        for (const after of moments) {
          const header = await thief.header(wanted)
          const first = await hangUp(wanted, header, after)
          if (first === undefined) await until(idle)
          let again = first ?? (await thief.send(wanted, header))
          if (again.status === 402) {
            expect([after, again.body.code]).toEqual([after, 'PAYMENT_REPLAY'])
            const { poll_url: path } = again.body
            if (path === undefined && (await wasSent(header))) continue
            await until(
              async () =>
                (again = await thief.send({ method: 'GET', path }, header)).status !== 202,
            )
          }
          expect([after, again.status]).toEqual([after, 200])
        }
      })
      expect(cost).toBe(price * BigInt(moments.length))
    },
    60_000,
  )

  it('of 30 callers with one authorization: all that repeat the call get one result, for one payment', async () => {
    const header = await thief.header(wants.pm)
    const { cost } = await costOf(async () => {
      await Promise.all(Array.from({ length: 30 }, (_, i) => hangUp(wants.pm, header, i * 6)))
      await until(idle)
      await Promise.all(Array.from({ length: 10 }, () => thief.send(wants.pm, header)))
    })
    expect([cost, shop.upstreams.calls('predex').length]).toEqual([8500n, 1])
  })

  it('[V10] as the reply arrives does not lose the paid reply', async () => {
    const header = await thief.header(wants.pm)
    const { hostname, port } = new URL(shop.url)
    const socket = connect(Number(port), hostname)
    socket.pause().on('error', () => undefined)
    socket.write(
      requestText(`GET ${wants.pm.path}`, [
        `PAYMENT-SIGNATURE: ${header}`,
        'Connection: keep-alive',
      ]),
    )
    await until(async () =>
      (await records(shop)).some(
        ({ key, state }) =>
          state === 'settled' && key.endsWith(open(header).payload.authorization.nonce),
      ),
    )
    socket.resetAndDestroy()
    await new Promise(go => setTimeout(go, 1500))
    expect((await thief.send(wants.pm, header)).status).toBe(200)
  })
})
