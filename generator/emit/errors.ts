/** Emits `generated/errors.ts`: how each outcome looks in each envelope. */
import type { EnvelopeIR, CatalogIR } from '../ir.ts'
import { constant, lines } from './code/file.ts'
import { noteHelpers, OUTCOME, parameter, rootsOf, type Site } from './code/function.ts'
import { type Imports, imports } from './code/imports.ts'
import { layout } from './code/layout.ts'
import { camel } from './code/names.ts'
import { braces } from './code/braces.ts'
import { key, object } from './code/literal.ts'
import { type Emitter } from './facts.ts'

type Outcomes = EnvelopeIR['outcomes']

/** Where the outcomes of an envelope are, below the generated folder. */
const pathOf = (envelope: EnvelopeIR) => `errors/${envelope.name}.ts`

/** Where an outcome was printed first. */
interface Printed {
  envelope: EnvelopeIR
  text: string
}

/**
 * One file per envelope, and one that lists them. An outcome that an envelope shares with an
 * earlier one refers to it.
 */
export const emitErrors: Emitter = function* (ir, facts) {
  const printed = new Map<string, Printed>()
  for (const envelope of ir.envelopes) {
    const used = imports()
    used.type('../../runtime/contract.ts', 'Envelope')
    const text = envelopeText(ir, envelope, { used, printed })
    yield facts.print(pathOf(envelope), [envelope.place.file], [...used.list(), `\n${text}`])
  }
  const used = imports()
  used.type('../runtime/contract.ts', 'Envelope')
  const names = ir.envelopes.map(e => used.value(`./${pathOf(e)}`, camel(e.name)))
  const list = constant({
    doc: 'All envelopes by name.',
    name: 'envelopes',
    type: 'Readonly<Record<string, Envelope>>',
    text: layout(object(ir.envelopes.map((e, i) => [e.name, names[i]!] as const)), '', 60),
  })
  const from = ir.envelopes.map(e => e.place.file)
  yield facts.print('errors.ts', from, [...used.list(), `\n${list}`])
}

function envelopeText(
  ir: CatalogIR,
  envelope: EnvelopeIR,
  { used, printed }: { used: Imports; printed: Map<string, Printed> },
): string {
  const name = camel(envelope.name)
  const site: Site = {
    indent: '  ',
    roots: OUTCOME,
    helper: helper => used.value('../../runtime/formula.ts', helper),
  }
  const members = Object.entries(envelope.outcomes).flatMap(([kind, outcome]) => {
    const where = `${kind} ${ir.at(outcome.place)}`
    const earlier = printed.get(where)
    if (earlier !== undefined) {
      if (earlier.envelope !== envelope)
        used.value(`./${earlier.envelope.name}.ts`, camel(earlier.envelope.name))
      return [`  ${key(kind)}: ${earlier.text},`]
    }
    printed.set(where, { envelope, text: `${name}.${kind}` })
    return [`  // ${ir.at(outcome.place)}`, `  ${key(kind)}: ${outcomeText(outcome, site)},`]
  })
  const doc = `The envelope \`${envelope.name}\`, ${ir.at(envelope.place)}.`
  return constant({ doc, name, type: 'Envelope', text: lines('{', members) })
}

function outcomeText(outcome: Outcomes[keyof Outcomes], site: Site): string {
  const codes = [outcome.status, outcome.headers, outcome.body].filter(c => c !== undefined)
  noteHelpers(codes, site)
  const members = {
    status: outcome.status.code,
    headers: outcome.headers?.code,
    body: outcome.body.code,
  }
  const line = object(members)
  const head = parameter(rootsOf(codes, site.roots))
  if (!line.includes('\n') && line.length + head.length < 110) return `${head} => (${line})`
  const inner = site.indent + '  '
  const shown = Object.entries(members).map(
    ([name, code]) =>
      [name, code === undefined ? undefined : layout(code, inner, name.length + 2)] as const,
  )
  return `${head} => (${braces(shown, site.indent)})`
}
