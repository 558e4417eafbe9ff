/** Breaks long expressions over lines, so that generated code can be read and reviewed. */
import { pieces } from './scan.ts'

/** Columns that a line of generated code may have. */
export const WIDTH = 100

/**
 * One bracketed item, or a function that yields one: its brackets stand on the line of those around
 * it.
 */
const HUGGED = /^((?:async )?(?:[\w$]+|\([^()]*\)) => )?([[({].*[\])}])$/s

interface Group {
  open: number
  close: number
  items: readonly string[]
}

/**
 * The expression, on one line where it fits behind `indent` plus `used` columns; otherwise its
 * widest outer bracket group has one line an item, and so on inward. Text that already has lines
 * keeps them, moved to the indent.
 */
export function layout(source: string, indent: string, used = 0): string {
  if (source.includes('\n')) return source.replaceAll('\n', `\n${indent}`)
  if (indent.length + used + source.length <= WIDTH) return source
  const group = widest(source)
  const terms = conjuncts(source)
  if (
    terms.length > 1 &&
    terms.some(term => !term.includes(source.slice(group?.open ?? 0, group?.close)))
  ) {
    return terms.map(term => layout(term, `${indent}  `, 3)).join(`\n${indent}  `)
  }
  if (group === undefined) return source
  const [head, tail] = [source.slice(0, group.open + 1), source.slice(group.close)]
  const only = group.items.length === 1 ? HUGGED.exec(group.items[0]!) : null
  if (only !== null) return `${head}${only[1] ?? ''}${layout(only[2]!, indent, WIDTH)}${tail}`
  const inner = indent + '  '
  const lines = rows(
    group.items.map(item => layout(item, inner, 1)),
    WIDTH - inner.length,
  ).map(line => inner + line)
  return `${head}\n${lines.join(',\n')},\n${indent}${tail}`
}

/** Longest item, in characters, that shares its line with others. */
const SHORT = 48

/** Whether an item is read at a glance: short, and no object, list or function. */
function isShort(item: string): boolean {
  return item.length <= SHORT && !/[{}[\]\n]|=>/.test(item)
}

/** Lines of items: short values that follow each other share one, up to `width` columns. */
export function rows(items: readonly string[], width: number): string[] {
  const lines: string[] = []
  let isOpen = false
  for (const item of items) {
    const last = lines.at(-1)
    const short = isShort(item)
    if (isOpen && short && last!.length + item.length + 3 <= width)
      lines[lines.length - 1] = `${last!}, ${item}`
    else lines.push(item)
    isOpen = short
  }
  return lines
}

/** The parts of a condition between its outer `&&` and `||`, each with the operator before it. */
function conjuncts(source: string): string[] {
  let depth = 0
  const cuts = [0]
  for (const { kind, text, start } of pieces(source)) {
    if (kind !== 'mark') continue
    if ('([{'.includes(text)) depth++
    else if (')]}'.includes(text)) depth--
    else if (depth === 0 && (text === '=>' || text === '?')) return [source]
    else if (depth === 0 && start > 0 && (text === '&&' || text === '||')) cuts.push(start)
  }
  return cuts.map((cut, i) => source.slice(cut, cuts[i + 1]).trim())
}

/**
 * The outer bracket group that takes most room and can be broken at commas (or around one object).
 */
function widest(source: string): Group | undefined {
  let best: Group | undefined
  for (const group of groups(source)) {
    if (best === undefined || group.close - group.open > best.close - best.open) best = group
  }
  return best
}

function groups(source: string): Group[] {
  const found: Group[] = []
  let depth = 0
  let open = 0
  let cuts: number[] = []
  let functions = false
  for (const piece of pieces(source)) {
    if (piece.kind !== 'mark') continue
    if ('([{'.includes(piece.text) && depth++ === 0) {
      open = piece.start
      cuts = []
      functions = false
    } else if (piece.text === ',' && depth === 1) cuts.push(piece.start)
    else if (piece.text === '=>' && depth === 1) functions = true
    else if (')]}'.includes(piece.text) && --depth === 0)
      found.push(group(source, { open, close: piece.start, cuts, functions }))
  }
  return found.filter(g => g.items.length > 0)
}

function group(
  source: string,
  at: { open: number; close: number; cuts: readonly number[]; functions: boolean },
): Group {
  const edges = [at.open, ...at.cuts, at.close]
  const items = edges
    .slice(1)
    .map((edge, i) => source.slice(edges[i]! + 1, edge).trim())
    .filter(item => item !== '')
  // A parenthesis around one operand is not a list: a trailing comma there would change its
  // meaning. Around one object it is passed through.
  const call = source[at.open] !== '(' || /[\w$)\]]/.test(source[at.open - 1] ?? '')
  const wrapped = items.length === 1 && /^[[{].*[\]}]$/s.test(items[0]!)
  return { open: at.open, close: at.close, items: call || wrapped ? items : [] }
}
