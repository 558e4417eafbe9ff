// Code generated from catalog/tools/sandbox.models.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Table } from '../../runtime/contract.ts'

/** A row of catalog/tools/sandbox.models.yaml. */
export interface SandboxRow extends Row {
  /** a sandbox of up to 300 seconds. In micro-USD. */
  readonly flat: bigint
  /** an hour of a longer one. In micro-USD. */
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
    { id: 'cpu', flat: 10_000n, hourly: 100_000n, max_cpu: 1, max_memory: 1024 },
    // catalog/tools/sandbox.models.yaml:12
    { id: 'T4', flat: 50_000n, hourly: 1_500_000n, max_cpu: 8, max_memory: 32_768, gpu: 'T4' },
    // catalog/tools/sandbox.models.yaml:13
    { id: 'L4', flat: 80_000n, hourly: 2_000_000n, max_cpu: 8, max_memory: 32_768, gpu: 'L4' },
    // catalog/tools/sandbox.models.yaml:14
    { id: 'A10G', flat: 100_000n, hourly: 2_500_000n, max_cpu: 8, max_memory: 32_768, gpu: 'A10G' },
    // catalog/tools/sandbox.models.yaml:15
    { id: 'A100', flat: 200_000n, hourly: 4_000_000n, max_cpu: 8, max_memory: 32_768, gpu: 'A100' },
    // catalog/tools/sandbox.models.yaml:16
    { id: 'H100', flat: 400_000n, hourly: 8_000_000n, max_cpu: 8, max_memory: 32_768, gpu: 'H100' },
  ],
}
