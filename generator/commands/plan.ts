/** `plan`: shows what a change of the catalog means for customers. Writes nothing. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileAll, readCatalog } from '../compile.ts'
import { amountsText } from '../examples/amounts.ts'
import { changesOf } from '../examples/fix.ts'
import type { CatalogIR } from '../ir.ts'
import { planJson } from '../plan/json.ts'
import { planMarkdown } from '../plan/markdown.ts'
import { networkWords, onNetwork } from '../plan/network.ts'
import { planOf } from '../plan/plan.ts'
import { purchasesOf, type Purchase } from '../plan/purchases.ts'
import { planText } from '../plan/text.ts'
import type { Finding } from '../plan/types.ts'
import { printProblems } from '../problems/print.ts'
import { shown } from '../problems/pretty.ts'
import type { Problem, SourceFile } from '../types.ts'
import {
  BLOCKED,
  FAILED,
  OK,
  USAGE,
  type Options,
  type PlanFormat,
  type Terminal,
} from './options.ts'
import { build, earlier } from './earlier.ts'

/** Returns exit code 0 if nothing is blocked (even with warnings), otherwise 3. */
export function plan(options: Options<PlanFormat>, terminal: Terminal): number {
  const before = earlier(options.catalog, options.against)
  if ('misuse' in before) return failed(`${before.misuse}\n`, terminal)
  const files = readCatalog(options.catalog)
  const now = compileAll(files)
  const errors = now.problems.filter(one => one.severity === 'error')
  if (!now.value) {
    const print = { color: terminal.color, root: options.catalog }
    terminal.err(printProblems(errors, files, print))
    terminal.err('the catalog has errors, so its prices are not known; fix them first\n')
    return FAILED
  }
  const old = build(before)
  if ('firstError' in old)
    return failed(
      `the catalog of ${before.name} itself has errors, so its prices are not known. The first is ` +
        `${old.firstError}; choose another commit with --against\n`,
      terminal,
    )
  const { network } = options
  const names = now.value.gateway.networks
  if (network !== undefined && !names.includes(network))
    return failed(`there is no network ${network}; networks are ${names.join(', ')}\n`, terminal)
  const bought = purchases(options.purchases)
  if (typeof bought === 'string') return failed(bought, terminal)
  const [was, is] = [old.catalog, now.value].map(one => (network ? onNetwork(one, network) : one))
  const made = planOf(was!, is!, { purchases: bought, today: terminal.now() })
  const notes = exampleNotes(errors, files)
  print(
    { ...made, notes: [...notes, ...made.notes] },
    { ...before, now: now.value, on: networkWords(names, network) },
    { options, terminal },
  )
  return made.verdict === 'block' ? BLOCKED : OK
}

function failed(message: string, terminal: Terminal): number {
  terminal.err(message)
  return USAGE
}

function print(
  made: ReturnType<typeof planOf>,
  {
    name,
    changed,
    now,
    on,
  }: { name: string; changed?: number; now: CatalogIR; on: string; files: readonly SourceFile[] },
  { options, terminal }: { options: Options<PlanFormat>; terminal: Terminal },
): void {
  const files = changed === undefined ? '' : `, ${changed} file${changed === 1 ? '' : 's'} changed`
  const compared = `${options.catalog} against ${name}${files}${on}`
  const at = ({ place }: Finding): string | undefined =>
    place && shown(now.at(place), { root: options.catalog })
  if (options.format === 'json') return terminal.out(planJson(made, { compared, at }))
  if (options.format === 'markdown') return terminal.out(planMarkdown(made, compared))
  const { color, columns = 120 } = terminal
  terminal.out(planText(made, { color, columns, compared, at }))
}

/** Reads the recorded purchases of a file; a text is the error in it. */
function purchases(file: string | undefined): Purchase[] | undefined | string {
  if (file === undefined) return undefined
  if (!existsSync(file)) return `there is no file ${file}\n`
  const read = purchasesOf(readFileSync(file, 'utf8'))
  return read.wrong.length > 0 ? `${join(file)}, ${read.wrong.join('\n')}\n` : read.purchases
}

/** Says how many amounts and examples are wrong now. A summary finding does not count. */
function exampleNotes(errors: readonly Problem[], files: readonly SourceFile[]): string[] {
  const open = errors.filter(one => !one.sum && !one.fix)
  const unpriced = open.filter(one => one.code.includes('price'))
  const wrong = [
    ...changesOf(errors, files).changes.map(one => one.of),
    ...unpriced.map(() => 'price' as const),
  ]
  const [are, them] = wrong.length === 1 ? ['is', 'it'] : ['are', 'them']
  return [
    ...(wrong.length > 0
      ? [`${amountsText(wrong)} ${are} out of date: npm run examples lists ${them}`]
      : []),
    ...otherNotes(open.length - unpriced.length),
  ]
}

const otherNotes = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${count} example${count === 1 ? ' does' : 's do'} not hold any more: what they ask for is ` +
          `refused now, or is not refused: npm run check lists ${count === 1 ? 'it' : 'them'}`,
      ]
