/**
 * The README of `runtime/payments`, drawn from its tables of transitions. `documents.ts`
 * writes it.
 */
import { CALL, MARK, RECORD, type Table } from '../runtime/payments/transitions.ts'
import { formatted } from './formatted.ts'

/** Where it is written. */
export const PAYMENTS = 'runtime/payments/README.md'

type AnyTable = Table<string, string>

const INTRO = `# Payments

How a payment is verified, claimed, settled and recorded. This file is made by \`npm run generate\`
from \`transitions.ts\`; edit the tables there.

A payment has three states at a time, in three places: the record of its authorization in the store
(\`ledger/\`), the payment of the one call that is answered (\`../calls/stages/charge.ts\`), and,
where it buys a job, the mark of the job (\`../calls/jobs/settle.ts\`). Code that moves money asks the
tables for a step. A step that they do not have throws \`IllegalTransition\`: nothing is written,
nothing is sent, and the caller gets 503. \`test/payments/walk.test.ts\` walks through every order of
steps, with crashes, repeats and two processes; \`test/payments/races.test.ts\` races the real code.

Each kind of network has a folder. What it signs, checks and proves is in its README:
[Solana](solana/README.md), [batches](batched/README.md), [XRP Ledger](xrpl/README.md). On EVM
chains, \`exact\` is in \`evm/\`, and payment for actual use in [\`evm/upto/\`](evm/upto/README.md);
both use the relayer and the facilitator client of \`evm/\` through \`evm/transfer-method.ts\`.`

const SECTIONS: readonly { title: string; about: string; table: AnyTable }[] = [
  {
    title: 'The record of an authorization',
    about:
      'One for each authorization, shared by all processes. Each change is a ' +
      'compare-and-set with the version that the record carries. `refused` is stored as ' +
      '`failed` with `mayLand`.',
    table: RECORD as AnyTable,
  },
  {
    title: 'The payment of a call',
    about: 'In memory, while the call is answered. `charged` decides how a fault is answered.',
    table: CALL as AnyTable,
  },
  {
    title: 'The mark of a job',
    about: 'Stored in the job, so that two polls never pay it twice.',
    table: MARK as AnyTable,
  },
]

/** The diagram of a table. Events with the same end share an arrow. */
export function diagramOf(table: AnyTable): string {
  const lines = [`  [*] --> ${Object.keys(table)[0]}`]
  for (const [state, { to }] of Object.entries(table)) {
    const arrows = new Map<string, string[]>()
    for (const [event, end] of Object.entries(to)) {
      if (end === undefined || (event === 'release' && end === state)) continue
      arrows.set(end, [...(arrows.get(end) ?? []), event])
    }
    for (const [end, events] of arrows) lines.push(`  ${state} --> ${end}: ${events.join(', ')}`)
  }
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n')
}

function rowsOf(table: AnyTable): string[] {
  const isCharged = Object.values(table).some(state => 'charged' in state)
  const head = isCharged
    ? ['| State | Charged | For the caller | For us |', '| --- | --- | --- | --- |']
    : ['| State | For the caller | For us |', '| --- | --- | --- |']
  const rows = Object.entries(table).map(([name, state]) => {
    const charged = 'charged' in state ? ` ${String(state.charged)} |` : ''
    return `| \`${name}\` |${charged} ${state.caller} | ${state.us} |`
  })
  return [...head, ...rows]
}

/** The whole text. */
export async function paymentsReadme(): Promise<string> {
  const sections = SECTIONS.map(({ title, about, table }) =>
    [`## ${title}`, about, diagramOf(table), rowsOf(table).join('\n')].join('\n\n'),
  )
  const text = [INTRO, ...sections].join('\n\n')
  return formatted(PAYMENTS, text)
}
