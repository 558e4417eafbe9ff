/** Runs a report command: its help, its errors and its exit code. */
import { readReportOptions, type ReportCommand, type ReportOptions } from './options.ts'

/**
 * Runs a command. `report` resolves to the exit code; whatever it throws is one line on standard
 * error and the code 2.
 */
export async function runReport(
  help: string,
  command: ReportCommand,
  report: (options: ReportOptions) => Promise<number>,
): Promise<void> {
  // Whoever reads the output may stop early (`| head`).
  process.stdout.on('error', () => process.exit(0))
  try {
    const options = readReportOptions(process.argv.slice(2), command, Date.now())
    if (options.help) console.log(help)
    else process.exitCode = await report(options)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 2
  }
}
