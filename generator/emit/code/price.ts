/** Prints a price as one function to whole micro-USD. */
import type { PriceIR } from '../../ir.ts'
import { layout } from './layout.ts'
import { quote } from './literal.ts'
import {
  type Site,
  bodyLines,
  functionText,
  noteHelpers,
  ownLets,
  parameter,
  rootsOf,
} from './function.ts'

/** The function `micro`, with the catalog place above each arm. `place` prints one. */
export function microText(
  price: PriceIR,
  site: Site,
  place: (arm: PriceIR['arms'][number]) => string,
): string {
  const only = price.arms[0]!
  if (price.by === undefined)
    return functionText({ lets: [...price.tables, ...only.lets], code: only.micro }, site)
  const tables = ownLets(price.tables, site)
  const codes = [
    ...tables.map(l => l.code),
    price.by,
    ...price.arms.flatMap(arm => [...arm.lets.map(l => l.code), arm.micro]),
  ]
  noteHelpers(codes, site)
  const inner = site.indent + '  '
  const names = rootsOf(codes, site.roots, [...tables, ...price.arms.flatMap(arm => arm.lets)])
  const lines = [
    ...tables.map(
      l => `${inner}const ${l.name} = ${layout(l.code.code, inner, l.name.length + 9)}`,
    ),
    `${inner}switch (${price.by.code}) {`,
    ...price.arms.flatMap(arm => armLines(arm, { ...site, indent: inner + '  ' }, place(arm))),
    `${inner}  default: throw new RangeError('no price for this choice')`,
    `${inner}}`,
  ]
  return `${parameter(names)} => {\n${lines.join('\n')}\n${site.indent}}`
}

function armLines(arm: PriceIR['arms'][number], site: Site, place: string): string[] {
  const body = bodyLines(ownLets(arm.lets, site), arm.micro, site.indent + '  ')
  return [
    `${site.indent}// ${place}`,
    `${site.indent}case ${quote(arm.value ?? '')}: {`,
    ...body,
    `${site.indent}}`,
  ]
}
