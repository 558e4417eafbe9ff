/** Emits `generated/errors.ts`: how each outcome looks in each envelope. */
import type { EnvelopeIR, CatalogIR } from '../ir.ts'
import { constant, docText, lines } from './code/file.ts'
import { noteHelpers, OUTCOME, parameter, rootsOf, type Site } from './code/function.ts'
import { imports } from './code/imports.ts'
import { layout } from './code/layout.ts'
import { camel } from './code/names.ts'
import { braces } from './code/members.ts'
import { key, object } from './code/literal.ts'
import { type Emitter } from './facts.ts'

type Outcomes = EnvelopeIR['outcomes']

/**
 * One constant per envelope. An outcome that an envelope shares with an earlier one refers to it.
 */
export const emitErrors: Emitter = function* (ir, facts) {
  const used = imports()
  used.type('../runtime/contract.ts', 'Envelope')
  const site: Site = {
    indent: '  ',
    roots: OUTCOME,
    helper: name => used.value('../runtime/formula.ts', name),
  }
  const printed = new Map<string, string>()
  const constants = ir.envelopes.map(envelope => envelopeText(ir, envelope, { site, printed }))
  const list = `${docText('All envelopes by name.')}\nexport const envelopes: Readonly<Record<string, Envelope>> = ${layout(
    object(ir.envelopes.map(e => [e.name, camel(e.name)] as const)),
    '',
    60,
  )}`
  yield facts.print(
    'errors.ts',
    ir.envelopes.map(e => e.place.file),
    [...used.list(), ...[...constants, list].map(t => `\n${t}`)],
  )
}

function envelopeText(
  ir: CatalogIR,
  envelope: EnvelopeIR,
  at: { site: Site; printed: Map<string, string> },
): string {
  const name = camel(envelope.name)
  const members = Object.entries(envelope.outcomes).flatMap(([kind, outcome]) => {
    const text = outcomeText(outcome, at.site)
    const where = `${kind} ${ir.at(outcome.place)}`
    const earlier = at.printed.get(where)
    if (earlier === undefined) at.printed.set(where, `${name}.${kind}`)
    return earlier === undefined
      ? [`  // ${ir.at(outcome.place)}`, `  ${key(kind)}: ${text},`]
      : [`  ${key(kind)}: ${earlier},`]
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
