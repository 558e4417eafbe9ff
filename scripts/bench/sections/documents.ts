/**
 * How fast documents are served: the front page, its JSON, and the OpenAPI document, compressed and
 * as a 304, beside the same bytes prebuilt on Fastify.
 */
import { request as ask } from 'undici'
import type { Section } from '../lib/bench.ts'
import type { Child } from '../lib/child.ts'
import { request } from '../lib/frame.ts'
import { always, measure, type Measured, type Subject } from '../lib/pairs.ts'
import { num, serverTable, type Aim } from '../lib/report.ts'
import type { Prebuilt } from '../servers/raw.ts'

/** Least share of the rate of the prebuilt bytes. */
const AIM = 0.7

type Headers = Record<string, string>

/** A document, and its request. */
interface Asked {
  name: string
  path: string
  headers: Headers
}

const PAGE = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
const ASKED: readonly Asked[] = [
  { name: '/ as JSON', path: '/', headers: { 'accept-encoding': 'gzip' } },
  { name: '/ as a page', path: '/', headers: { accept: PAGE, 'accept-encoding': 'gzip' } },
  { name: '/openapi.json', path: '/openapi.json', headers: { 'accept-encoding': 'gzip' } },
]

async function sampleOf(port: number, { path, headers }: Asked, etag?: string): Promise<Prebuilt> {
  const own = { host: '127.0.0.1', ...headers, ...(etag && { 'if-none-match': etag }) }
  const reply = await ask(`http://127.0.0.1:${port}${path}`, { headers: own })
  const body = Buffer.from(await reply.body.arrayBuffer()).toString('base64')
  return { status: reply.statusCode, headers: reply.headers as Headers, body }
}

const subject = (name: string, child: Child, { status, bytes }: Wanted): Subject => ({
  name,
  child,
  expect: status,
  requests: always(bytes),
})

interface Wanted {
  status: number
  bytes: Buffer
}

function aimOf(ours: Measured, floor: Measured): Aim {
  const share = ours.rps / floor.rps
  const aim = `>= ${AIM} of the same bytes prebuilt`
  return { what: ours.name, aim, measured: num(share, 3), holds: share >= AIM }
}

/** Section 12. */
export const documents: Section = async bench => {
  const gateway = await bench.start('farebox', { upstream: bench.upstream })
  const subjects: Subject[] = []
  const notes: string[] = []
  const add = async (asked: Asked, etag?: string): Promise<void> => {
    const sample = await sampleOf(gateway.port, asked, etag)
    const floor = await bench.start('prebuilt', sample)
    const headers = etag === undefined ? asked.headers : { ...asked.headers, 'if-none-match': etag }
    const wanted = { status: sample.status, bytes: request('GET', asked.path, { headers }) }
    const name = etag === undefined ? asked.name : `${asked.name}, 304`
    subjects.push(subject(name, gateway, wanted), subject(`floor: ${name}`, floor, wanted))
    notes.push(`${name}: ${num(Buffer.from(sample.body, 'base64').length)} bytes`)
    if (etag === undefined) await add(asked, sample.headers.etag)
  }
  for (const asked of ASKED) await add(asked)
  const measured = await measure(subjects, bench.plan)
  const pairs = measured.flatMap((one, i) =>
    i % 2 === 0 ? [[one, measured[i + 1]!] as const] : [],
  )
  return {
    title: '12. Documents',
    tables: [serverTable(measured)],
    aims: pairs.map(([ours, floor]) => aimOf(ours, floor)),
    notes,
    data: measured,
  }
}
