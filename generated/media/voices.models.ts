// Code generated from catalog/media/voices.models.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Table } from '../../runtime/contract.ts'

/** A row of catalog/media/voices.models.yaml. */
export interface VoicesRow extends Row {
  /** shown in lists */
  readonly name: string
  /** the upstream's id; callers may send it too */
  readonly voice_id: string
  /** type of voice */
  readonly category: string
  readonly gender: string
  readonly accent: string
  readonly use_case: string
}

/** Rows of catalog/media/voices.models.yaml, for all networks. */
export const voicesModels: Table<VoicesRow> = {
  name: 'voices.models',
  rows: [
    { // catalog/media/voices.models.yaml:11
      id: 'sarah', name: 'Sarah', voice_id: 'EXAVITQu4vr4xnSDxMaL', category: 'premade',
      gender: 'female', accent: 'american', use_case: 'news',
    },
    { // catalog/media/voices.models.yaml:12
      id: 'george', name: 'George', voice_id: 'JBFqnCBsd6RMkjVDRZzb', category: 'premade',
      gender: 'male', accent: 'british', use_case: 'narration',
    },
    { // catalog/media/voices.models.yaml:13
      id: 'laura', name: 'Laura', voice_id: 'FGY2WhTYpPnrIDTdsKH5', category: 'premade',
      gender: 'female', accent: 'american', use_case: 'social media',
    },
    { // catalog/media/voices.models.yaml:14
      id: 'charlie', name: 'Charlie', voice_id: 'IKne3meq5aSn9XLyUdCD', category: 'premade',
      gender: 'male', accent: 'australian', use_case: 'conversational',
    },
  ],
}
