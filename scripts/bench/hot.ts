/**
 * Prints the hottest functions of `.cpuprofile` files: `tsx scripts/bench/hot.ts FILE...` (see
 * README.md).
 */
import { readFileSync } from 'node:fs'

interface Node {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number }
  children?: number[]
}
interface Profile {
  nodes: Node[]
  samples: number[]
  timeDeltas: number[]
}

const short = (url: string): string =>
  url
    .replace(/^.*\/node_modules\//, '')
    .replace(/^file:\/\//, '')
    .replace(`${process.cwd()}/`, '')
const label = ({ callFrame: f }: Node): string =>
  `${f.functionName || '(anonymous)'} ${short(f.url)}${f.url ? `:${f.lineNumber + 1}` : ''}`

/** Microseconds spent in each function itself, and in it and all that it called. */
function times(profile: Profile): {
  self: Map<string, number>
  total: Map<string, number>
  all: number
} {
  const own = new Map<number, number>()
  profile.samples.forEach((id, i) => own.set(id, (own.get(id) ?? 0) + profile.timeDeltas[i]!))
  const byId = new Map(profile.nodes.map(n => [n.id, n]))
  const self = new Map<string, number>()
  const total = new Map<string, number>()
  const add = (to: Map<string, number>, key: string, us: number) =>
    to.set(key, (to.get(key) ?? 0) + us)
  const walk = (node: Node, above: ReadonlySet<string>): number => {
    const name = label(node)
    const within = new Set(above).add(name)
    const mine = own.get(node.id) ?? 0
    const sum = (node.children ?? []).reduce((us, id) => us + walk(byId.get(id)!, within), mine)
    add(self, name, mine)
    if (!above.has(name)) add(total, name, sum)
    return sum
  }
  const all = walk(profile.nodes[0]!, new Set())
  return { self, total, all: all - (self.get('(idle) ') ?? 0) }
}

function top(title: string, of: Map<string, number>, all: number): void {
  console.log(`\n${title}`)
  const rows = [...of]
    .filter(([name]) => !/^\((root|idle)\)/.test(name))
    .sort((a, b) => b[1] - a[1])
    .slice(0, 45)
  for (const [name, us] of rows)
    console.log(`${((us / all) * 100).toFixed(1).padStart(6)} %  ${name}`)
}

for (const file of process.argv.slice(2)) {
  const { self, total, all } = times(JSON.parse(readFileSync(file, 'utf8')))
  console.log(`\n== ${file}: ${Math.round(all / 1000)} ms busy`)
  top('in the function itself', self, all)
  top('with what it calls', total, all)
}
