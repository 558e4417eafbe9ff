/** `npm run bench`: compares the gateway with other servers in one run. See README.md here. */
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import type { Bench, Section } from './lib/bench.ts'
import { CHAIN } from './lib/bench.ts'
import { pinned, pinSelf, start, type Child } from './lib/child.ts'
import { print, type SectionResult } from './lib/report.ts'

const sections: Record<string, () => Promise<Section>> = {
  challenge: async () => (await import('./sections/challenge.ts')).challenge,
  paid: async () => (await import('./sections/paid.ts')).paid,
  latency: async () => (await import('./sections/latency.ts')).latency,
  proxy: async () => (await import('./sections/proxy.ts')).proxy,
  memory: async () => (await import('./sections/memory.ts')).memory,
  settle: async () => (await import('./sections/settle.ts')).settle,
  schemes: async () => (await import('./sections/schemes.ts')).schemes,
  generator: async () => (await import('./sections/generator.ts')).generator,
  parts: async () => (await import('./sections/parts.ts')).parts,
  mirror: async () => (await import('./sections/mirror.ts')).mirror,
  streams: async () => (await import('./sections/streams.ts')).streams,
  documents: async () => (await import('./sections/documents.ts')).documents,
}

const HELP = `npm run bench -- [options]
  --only NAME   one section; may be repeated: ${Object.keys(sections).join(', ')}
  --quick       shorter runs (under four minutes); for finding mistakes, not for figures
  --json FILE   also write everything that was measured
  --help        this text`

async function one(name: string, shared: Omit<Bench, 'start'>): Promise<SectionResult> {
  const children: Child[] = []
  const begin: Bench['start'] = async (server, input, side) => {
    const child = await start(server, input, side)
    children.push(child)
    return child
  }
  try {
    const section = await sections[name]!()
    return await section({ ...shared, start: begin })
  } finally {
    await Promise.all(children.map(c => c.stop()))
  }
}

function header(quick: boolean): string {
  const machine = `${cpus()[0]?.model ?? 'unknown CPU'} x ${cpus().length}, Node ${process.version}`
  const pins = pinned
    ? 'servers on core 0, everything else on core 1'
    : 'NOT pinned (no taskset or one core): ratios are rough'
  return `${machine}; ${pins}; 32 connections${quick ? '; --quick, figures are rough' : ''}`
}

function failed(name: string, error: unknown): SectionResult {
  const text = error instanceof Error ? error.message : String(error)
  return { title: `${name}: FAILED`, tables: [], aims: [], notes: [text.slice(0, 2000)] }
}

/**
 * Runs the chosen sections one after the other; the exit code is 1 when one of them could not be
 * measured.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const names = values.only ?? Object.keys(sections)
  const unknown = names.find(name => !Object.hasOwn(sections, name))
  if (values.help || unknown) {
    console.log(unknown ? `unknown section ${unknown}\n${HELP}` : HELP)
    return unknown ? 2 : 0
  }
  pinSelf()
  const quick = values.quick
  console.log(header(quick))
  const began = performance.now()
  const yardstick = await start('raw-fastify')
  const stubs = await start('stubs', { chain: CHAIN }, 'load')
  const plan = {
    connections: 32,
    ms: quick ? 300 : 1500,
    warm: quick ? 500 : 2000,
    pairs: 3,
    more: quick ? 0 : 2,
    yardstick,
  }
  const shared = { quick, yardstick, stubs, upstream: `http://127.0.0.1:${stubs.port}`, plan }
  const results: Record<string, SectionResult> = {}
  let bad = 0
  for (const name of names) {
    results[name] = await one(name, shared).catch(error => {
      bad++
      return failed(name, error)
    })
    console.log(print(results[name]))
  }
  await Promise.all([yardstick.stop(), stubs.stop()])
  const aims = Object.values(results).flatMap(r => r.aims)
  console.log(
    `\n${aims.filter(a => a.holds).length} of ${aims.length} aims hold; ` +
      `${Math.round((performance.now() - began) / 1000)} s`,
  )
  if (values.json)
    writeFileSync(values.json, JSON.stringify({ header: header(quick), results }, null, 2))
  return bad ? 1 : 0
}

process.exit(await main())
