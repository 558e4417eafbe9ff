/** Breaks long types into several lines. */
import { WIDTH } from '../../js/words.ts'

/**
 * A type that begins at `column` of a line indented by `indent`. If it is too long, each part in
 * its last brackets, `<...>` or `{...}`, gets a line of its own.
 */
export function brokenType(type: string, indent: number, column = indent): string {
  if (type.includes('\n') || column + type.length <= WIDTH) return type
  const groups = groupsOf(type)
  const last = groups.findLast(({ start }) => column + start < WIDTH) ?? groups[0]
  if (last === undefined) return type
  const { start, end, cuts } = last
  const isList = type[start] === '<'
  const bounds = [start, ...cuts, end]
  const parts = bounds.slice(1).map((to, i) => type.slice(bounds[i]! + 1, to).trim())
  const lines = parts.map(part => `${' '.repeat(indent + 2)}${brokenType(part, indent + 2)}`)
  const inside = lines.join(isList ? ',\n' : '\n')
  return `${type.slice(0, start + 1)}\n${inside}\n${' '.repeat(indent)}${type.slice(end)}`
}

/** Outermost brackets of a type: their positions, and those of the separators of their parts. */
interface Group {
  start: number
  end: number
  cuts: number[]
}

function groupsOf(type: string): Group[] {
  const found: Group[] = []
  let [start, depth, cuts] = [0, 0, [] as number[]]
  for (const { 0: mark, index } of type.matchAll(/'[^']*'|=>|[<{([\])}>,;]/g)) {
    if ('<{(['.includes(mark) && depth++ === 0) [start, cuts] = [index, []]
    else if (',;'.includes(mark) && depth === 1) cuts.push(index)
    else if ('>})]'.includes(mark) && --depth === 0 && '>}'.includes(mark))
      found.push({ start, end: index, cuts })
  }
  return found
}
