/** A caller whose connection breaks. */
import { request, type ClientRequest } from 'node:http'
import { until, type CashGateway } from './cash-gateway.ts'

/** A paid request: its path, its body and its payment header. */
export interface PaidRequest {
  path: string
  body: object
  header: string
}

/** Sends a request on a connection of its own, which may break. */
export function asks({ url }: Pick<CashGateway, 'url'>, paid: PaidRequest): ClientRequest {
  const asking = request(url + paid.path, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'payment-signature': paid.header },
  })
  return asking.on('error', () => undefined).end(JSON.stringify(paid.body))
}

/** Sends a request, and reads nothing of its reply after the head. */
export function stall(at: Pick<CashGateway, 'url'>, paid: PaidRequest): Promise<ClientRequest> {
  const asking = asks(at, paid)
  return new Promise(resolve =>
    asking.on('response', response => {
      response.pause()
      resolve(asking)
    }),
  )
}

/** Sends a request, breaks its connection once `when` holds, and waits until the gateway knows. */
export async function hangUp(
  at: CashGateway,
  paid: PaidRequest,
  when: () => unknown,
): Promise<void> {
  let isGone = false
  at.gateway.app.server.once('connection', socket =>
    socket.once('close', () => {
      isGone = true
    }),
  )
  const asking = asks(at, paid)
  await until(when)
  asking.destroy()
  await until(() => isGone)
}
