/**
 * Every problem code: its meaning, the reason, and a bad and a good example. `explain CODE` prints
 * them.
 */
import { FORMULA_CODES } from '../formula/codes.ts'
import type { CodePages } from './page.ts'
import { CONVERSATION_PAGES } from './pages/conversations.ts'
import { NAME_PAGES } from './pages/names.ts'
import { RULE_PAGES } from './pages/rules.ts'
import { SHAPE_PAGES } from './pages/shape.ts'
import { SLIP_PAGES } from './pages/slips.ts'
import { YAML_PAGES } from './pages/yaml.ts'

const FORMULA_PAGES: CodePages = Object.fromEntries(
  Object.entries(FORMULA_CODES).map(([code, help]) => [
    code,
    {
      title: help.means,
      why:
        'It is in a formula, a message, a field or a literal; the caret is below the ' +
        'wrong characters.',
      bad: help.bad,
      good: help.good,
    },
  ]),
)

/** All codes, in the order of the passes that report them. A code has one page. */
export const CODES: CodePages = {
  ...YAML_PAGES,
  ...FORMULA_PAGES,
  ...SHAPE_PAGES,
  ...NAME_PAGES,
  ...RULE_PAGES,
  ...SLIP_PAGES,
  ...CONVERSATION_PAGES,
}
