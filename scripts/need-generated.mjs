/** Ends a command that runs generated code, if there is none, before it is bundled. */
import { existsSync } from 'node:fs'

if (!existsSync(new URL('../generated/index.ts', import.meta.url))) {
  console.error('generated/ is missing: run "npm run generate".')
  process.exit(1)
}
