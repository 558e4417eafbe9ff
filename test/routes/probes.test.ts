/** The probes that the generator emits, asked of the gateway with its real gates and hooks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import type { Probe, Route } from '../../runtime/contract.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

/** The address of a probe: the route's path with its values. */
function pathOf({ path: written }: Route, { path = {} }: Probe): string {
  return written
    .replace(/\{(\w+)\}/g, (_, hole: string) => path[hole]!)
    .replace(/\*$/, () => path.rest!)
}

/** Routes with a probe on a network. A translated probe is not in the form that callers send. */
const probed = (network: string): [Route, Probe][] =>
  catalog.routes.flatMap((route): [Route, Probe][] => {
    const probe = route.probes?.find(one => one.networks.includes(network))
    return probe === undefined || route.translate !== undefined ? [] : [[route, probe]]
  })

describe.each(Object.keys(catalog.networks))('on %s', network => {
  let shop: TestGateway
  beforeAll(async () => {
    shop = await startGateway({ network })
  })
  afterAll(() => shop?.stop())

  const send = async (
    path: string,
    body?: unknown,
  ): Promise<{ status: number; amount: string }> => {
    const headers = body === undefined ? undefined : { 'content-type': 'application/json' }
    const sent = { method: 'POST', headers, body: body === undefined ? body : JSON.stringify(body) }
    const reply = await fetch(shop.url + path, sent)
    const answer: any = await reply.json()
    return { status: reply.status, amount: answer.accepts?.[0].amount }
  }

  it('has probes', () => expect(probed(network).length).toBeGreaterThan(8))

  it.each(probed(network).map(([route, probe]) => [route.id, { route, probe }] as const))(
    '%s passes its gates, at the price of the empty probe',
    async (_, { route, probe }) => {
      const path = pathOf(route, probe)
      const own = await send(path, probe.body)
      expect(own).toMatchObject({ status: 402, amount: expect.stringMatching(/[1-9]/) })
      expect(await send(path)).toEqual(own)
    },
  )
})
