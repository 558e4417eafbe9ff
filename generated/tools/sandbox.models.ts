// Code generated from catalog/tools/sandbox.models.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Table } from '../../runtime/contract.ts'

/** A row of catalog/tools/sandbox.models.yaml. */
export interface SandboxRow extends Row {
  /** a sandbox of up to 300 seconds. In units of 1/100 USD. */
  readonly flat: bigint
  /** an hour of a longer one. In units of 1/10 USD. */
  readonly hourly: bigint
  /** most processors */
  readonly max_cpu: number
  /** most megabytes of memory */
  readonly max_memory: number
  /** its name at the upstream */
  readonly gpu?: string
}

/** Rows of catalog/tools/sandbox.models.yaml, for all networks. */
export const sandboxModels: Table<SandboxRow> = {
  name: 'sandbox.models',
  rows: [
    // catalog/tools/sandbox.models.yaml:11
    { id: 'cpu', flat: 1n, hourly: 1n, max_cpu: 1, max_memory: 1024 },
    // catalog/tools/sandbox.models.yaml:12
    { id: 'T4', flat: 5n, hourly: 15n, max_cpu: 8, max_memory: 32_768, gpu: 'T4' },
    // catalog/tools/sandbox.models.yaml:13
    { id: 'L4', flat: 8n, hourly: 20n, max_cpu: 8, max_memory: 32_768, gpu: 'L4' },
    // catalog/tools/sandbox.models.yaml:14
    { id: 'A10G', flat: 10n, hourly: 25n, max_cpu: 8, max_memory: 32_768, gpu: 'A10G' },
    // catalog/tools/sandbox.models.yaml:15
    { id: 'A100', flat: 20n, hourly: 40n, max_cpu: 8, max_memory: 32_768, gpu: 'A100' },
    // catalog/tools/sandbox.models.yaml:16
    { id: 'H100', flat: 40n, hourly: 80n, max_cpu: 8, max_memory: 32_768, gpu: 'H100' },
  ],
}
