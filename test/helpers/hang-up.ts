/** A caller whose connection breaks. */
import { request } from 'node:http'
import { until, type CashGateway } from './cash-gateway.ts'

/** A paid request: its path, its body and its payment header. */
export interface PaidRequest {
  path: string
  body: object
  header: string
}

/** Sends a request, breaks its connection once `when` holds, and waits until the gateway knows. */
export async function hangUp(
  at: CashGateway,
  { path, body, header }: PaidRequest,
  when: () => unknown,
): Promise<void> {
  let isGone = false
  at.gateway.app.server.once('connection', socket =>
    socket.once('close', () => {
      isGone = true
    }),
  )
  const asking = request(at.url + path, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'payment-signature': header },
  })
  asking.on('error', () => undefined).end(JSON.stringify(body))
  await until(when)
  asking.destroy()
  await until(() => isGone)
}
