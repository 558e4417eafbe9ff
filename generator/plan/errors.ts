/** Finds errors that have another status, other headers or another body. */
import type { CatalogIR, EnvelopeIR } from '../ir.ts'
import { print } from '../js/print.ts'
import type { Code } from '../types.ts'
import { behaviourText } from './fingerprint.ts'
import { finding } from './finding.ts'
import type { Finding } from './types.ts'

type Outcome = EnvelopeIR['outcomes'][keyof EnvelopeIR['outcomes']]

/** A finding for each error of an envelope that differs. */
export function errorFindings(old: CatalogIR, now: CatalogIR): Finding[] {
  return now.envelopes.flatMap(({ name, outcomes }) => {
    const was = old.envelopes.find(one => one.name === name)?.outcomes ?? {}
    return Object.entries(outcomes).flatMap(([kind, is]) => {
      const before = (was as Partial<Record<string, Outcome>>)[kind]
      return before === undefined || behaviourText(before) === behaviourText(is)
        ? []
        : [errorFinding(`${name} ${kind}`, before, is)]
    })
  })
}

function errorFinding(subject: string, was: Outcome, is: Outcome): Finding {
  const [old, now] = [statusText(was.status), statusText(is.status)]
  const isOther = (['body', 'headers'] as const).filter(
    part => behaviourText(was[part] ?? {}) !== behaviourText(is[part] ?? {}),
  )
  const parts = [
    ...(old === now ? [] : [`status ${old} -> ${now}`]),
    ...isOther.map(part => `its ${part} changed`),
  ]
  return finding({
    id: 'error-changed',
    subject,
    ...(old === now ? {} : { old, new: now }),
    message: `error ${subject}: ${parts.join(', ')}`,
    place: is.place,
  })
}

const statusText = ({ js }: Code): string => print(js, { indent: 0, column: 0, tail: 0 })
