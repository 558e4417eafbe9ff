/**
 * Gateways beside each other and one after the other: what belongs to one is not sold, or held up,
 * at another.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { trackRequests } from '../../runtime/http/request-tracker.ts'
import { wants } from '../helpers/buyer.ts'
import { startGateway } from '../helpers/gateway.ts'
import { records, requestText, talk, until } from './strangers.ts'

describe('gateways side by side', () => {
  it('NET-008 a job of one network is not known at the gateway of another one', async () => {
    const shop = await startGateway()
    const buyer = await shop.buyer()
    const { body: job } = await buyer.send(wants.job, await buyer.header(wants.job))
    const other = await startGateway({ network: 'testnet' })
    const stranger = await other.buyer()
    const answer = await stranger.send(
      { method: 'GET', path: job.poll_url },
      await stranger.header(wants.pm),
    )
    expect([
      answer.status,
      (await stranger.send({ method: 'GET', path: job.poll_url })).status,
    ]).toEqual([404, 404])
    await other.stop()
    await shop.stop()
  })

  it("NET-008 a gateway that is started again for a test network does not sell the real one's jobs for test money", async () => {
    const real = await startGateway()
    const { world } = real
    const client = await real.buyer()
    const { body: job } = await client.send(wants.job, await client.header(wants.job))
    await until(async () => (await records(real)).length > 0)
    await real.gateway.close()
    const test = await startGateway({ network: 'testnet', env: { DATA_DIR: world.env.DATA_DIR! } })
    try {
      await test.chain.fund(client.account.address, 1_000_000n)
      const poll = `${test.url}${job.poll_url}`
      expect((await fetch(poll)).status).toBe(404)
    } finally {
      await test.stop()
      await real.stop()
    }
  })
})

it('a caller that asks for much at once and leaves does not hold up a shutdown', async () => {
  const server = createServer((_request, response) => {
    setTimeout(() => response.end('x'), 300)
  })
  const traffic = trackRequests(server)
  await new Promise<void>(go => server.listen(0, '127.0.0.1', go))
  await talk(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [requestText('GET /', ['Connection: keep-alive']).repeat(5)],
    80,
  )
  await new Promise(go => setTimeout(go, 1000))
  const left = traffic.count()
  server.closeAllConnections()
  server.close()
  expect(left).toBe(0)
})
