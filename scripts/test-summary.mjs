// Prints "N passed, N failed" from vitest's JSON report. A file that could not be loaded counts as
// one failure. Exits with 1 if there is no report, if a test failed, or if none passed.
import { readFileSync } from 'node:fs'

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const report = read(process.argv[2])
if (!report) {
  console.log('The tests did not run: a check before them failed.')
  console.log('0 passed, 1 failed')
  process.exit(1)
}
const unloaded = report.testResults.filter(
  file => file.status === 'failed' && file.assertionResults.every(test => test.status !== 'failed'),
).length
const failed = report.numFailedTests + unloaded
console.log(`${report.numPassedTests} passed, ${failed} failed`)
process.exit(failed === 0 && report.numPassedTests > 0 ? 0 : 1)
