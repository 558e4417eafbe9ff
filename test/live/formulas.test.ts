/** Formulas of the catalog are short enough to be read: longer ones are split with `let:`. */
import { isScalar, parseDocument, visit } from 'yaml'
import { expect, it } from 'vitest'
import { real } from '../language/overlay.ts'

const LONGEST = 160

/** Values of a file that are longer than a formula may be. What examples send may be any length. */
function long({ path, text }: { path: string; text: string }): string[] {
  const found: string[] = []
  visit(parseDocument(text), {
    Pair(_key, { key }) {
      return isScalar(key) && key.value === 'examples' ? visit.SKIP : undefined
    },
    Scalar(key, node) {
      if (key === 'key' || !isScalar(node) || typeof node.value !== 'string') return
      if (node.value.length > LONGEST)
        found.push(`${path}: ${node.value.slice(0, 60)}… (${node.value.length})`)
    },
  })
  return found
}

it(`no value of the catalog has more than ${LONGEST} characters`, () => {
  expect(long({ path: 'a', text: `x: ${'y'.repeat(LONGEST + 1)}` })).toHaveLength(1)
  expect(long({ path: 'a', text: `examples: [${'y'.repeat(LONGEST + 1)}]` })).toEqual([])
  expect(
    real()
      .filter(file => file.path.endsWith('.yaml'))
      .flatMap(long),
  ).toEqual([])
})
