/**
 * How fast an unpaid call is answered with its price: the gateway, a prebuilt answer of the same
 * bytes, and `@x402/hono`.
 */
import {
  chatBody,
  CHAIN,
  CHAT,
  IMAGE,
  IMAGE_BODY,
  PAY_TO,
  READ,
  READ_PRICE,
  TOKEN,
  type Section,
} from '../lib/bench.ts'
import type { Child } from '../lib/child.ts'
import { request } from '../lib/frame.ts'
import { once, type Answer } from '../lib/load.ts'
import { always, measure, type Measured, type Subject } from '../lib/pairs.ts'
import { num, PROFILED, serverTable, type Aim } from '../lib/report.ts'
import type { Prebuilt } from '../servers/raw.ts'

/**
 * Aims as shares of raw Fastify's requests: of a GET, and of a POST whose body is read and priced.
 */
const AIMS = { get: 0.8, post: 0.5 }

function looksRight(answer: Answer): void {
  const header = answer.header('payment-required')
  if (!header) throw new Error('a 402 without PAYMENT-REQUIRED')
  const challenge = JSON.parse(Buffer.from(header, 'base64').toString())
  if (challenge.x402Version !== 2 || !/^\d+$/.test(challenge.accepts[0].amount))
    throw new Error(`not a challenge: ${JSON.stringify(challenge)}`)
}

/** The answer as the server of prebuilt ones takes it. */
function prebuiltOf(answer: Answer): Prebuilt {
  const lines = answer.head().split('\r\n').slice(1)
  const pairs = lines.map(line => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 2)]
  })
  const body = Buffer.from(answer.text()).toString('base64')
  return { status: answer.status, headers: Object.fromEntries(pairs), body }
}

const subject = (name: string, child: Child, bytes: Buffer): Subject => ({
  name,
  child,
  expect: 402,
  sample: looksRight,
  requests: always(bytes),
})

function aimOf(least: number, { name, ratio }: Measured): Aim {
  const aim = `>= ${least} of raw Fastify`
  return { what: name, aim, measured: num(ratio, 3), holds: ratio >= least }
}

/** Section 1. */
export const challenge: Section = async bench => {
  const gateway = await bench.start('farebox', { upstream: bench.upstream })
  const post = request('POST', IMAGE, { body: IMAGE_BODY })
  const get = request('GET', READ)
  const empty = request('POST', IMAGE)
  const chat = request('POST', CHAT, { body: chatBody(false) })
  const sample = await once(gateway.port, get)
  const floor = await bench.start('prebuilt', prebuiltOf(sample))
  const peer = await bench.start('x402-hono', {
    upstream: bench.upstream,
    facilitator: 'agreeing',
    chain: CHAIN,
    payTo: PAY_TO,
    price: { amount: READ_PRICE, ...TOKEN },
  })

  const measured = await measure(
    [
      subject('402 GET read', gateway, get),
      subject('402 POST image, gates run', gateway, post),
      subject('402 POST image, no body', gateway, empty),
      subject('402 POST chat, gates run', gateway, chat),
      subject('floor: the same 402 prebuilt on Fastify, GET', floor, get),
      subject('floor: the same 402 prebuilt on Fastify, POST', floor, post),
      subject('@x402/hono 402 GET', peer, request('GET', '/paid')),
      subject('@x402/hono 402 POST', peer, request('POST', '/image', { body: IMAGE_BODY })),
    ],
    bench.plan,
  )
  const [read, image, probe, chats, prebuilt, prebuiltPost, peerGet] = measured as [
    Measured,
    Measured,
    Measured,
    Measured,
    Measured,
    Measured,
    Measured,
  ]
  return {
    title: '1. Payment challenges (402)',
    tables: [serverTable(measured)],
    aims: [aimOf(AIMS.get, read), ...[image, probe, chats].map(m => aimOf(AIMS.post, m))],
    data: measured,
    notes: [
      `distance of the GET to raw Fastify: ${num(read.cpu - read.baseline.cpu, 1)} us; the ` +
        'bytes of the answer cost ' +
        `${num(prebuilt.cpu - prebuilt.baseline.cpu, 1)} us of it, the pipeline ` +
        `${num(read.cpu - prebuilt.cpu, 1)} us`,
      `the answer's headers have ${num(sample.head().length)} bytes: the challenge stands ` +
        'in three of them',
      `the image order: ${num(prebuiltPost.cpu, 1)} of ${num(image.cpu, 1)} us are its ` +
        'reply of 5 KB, sent by ' +
        'Fastify with the body read and parsed and nothing else done',
      `${PROFILED}a third of the image order is the write to the socket`,
      'the chat: twice the bytes, because its 402 holds the whole schema of its body',
      `against @x402/hono: ${num(read.rps / peerGet.rps, 1)} times the requests/s, ` +
        `${num(peerGet.cpu / read.cpu, 1)} times less CPU`,
    ],
  }
}
