// Code generated from catalog/media/speech.models.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Table } from '../../runtime/contract.ts'

/** A row of catalog/media/speech.models.yaml. */
export interface SpeechRow extends Row {
  /** shown in lists */
  readonly name: string
  /** one sentence for lists */
  readonly description: string
  /** the maker, as `owned_by` in lists */
  readonly owner: string
  /** Unix seconds at which it was first on sale */
  readonly created: number
  /** price of 1,000 characters. In micro-USD. */
  readonly usd_per_1000: bigint
  /** longest input */
  readonly max_characters: number
  /** the upstream's voice ids by their names here (also in voices.models.yaml) */
  readonly voices: Readonly<Record<string, string>>
  /** the call that speaks */
  readonly upstream: 'vendor_h.speech'
  /** the model's name at the upstream */
  readonly upstream_id: string
}

/** Rows of catalog/media/speech.models.yaml, for all networks. */
export const speechModels: Table<SpeechRow> = {
  name: 'speech.models',
  rows: [
    { // catalog/media/speech.models.yaml:37
      id: 'vendorH/speech-flash', name: 'Speech Flash',
      description: 'The quickest voice, for conversations.', owner: 'vendorH',
      created: 1_764_633_600, usd_per_1000: 50_000n, max_characters: 40_000,
      voices: {
        sarah: 'EXAVITQu4vr4xnSDxMaL', george: 'JBFqnCBsd6RMkjVDRZzb',
        laura: 'FGY2WhTYpPnrIDTdsKH5', charlie: 'IKne3meq5aSn9XLyUdCD',
      },
      upstream: 'vendor_h.speech', upstream_id: 'speech-flash',
    },
    { // catalog/media/speech.models.yaml:45
      id: 'vendorH/speech-turbo', name: 'Speech Turbo', description: 'Quick and a little richer.',
      owner: 'vendorH', created: 1_764_633_600, usd_per_1000: 50_000n, max_characters: 40_000,
      voices: {
        sarah: 'EXAVITQu4vr4xnSDxMaL', george: 'JBFqnCBsd6RMkjVDRZzb',
        laura: 'FGY2WhTYpPnrIDTdsKH5', charlie: 'IKne3meq5aSn9XLyUdCD',
      },
      upstream: 'vendor_h.speech', upstream_id: 'speech-turbo',
    },
    { // catalog/media/speech.models.yaml:53
      id: 'vendorH/speech-multilingual', name: 'Speech Multilingual',
      description: 'Steady voices in many languages.', owner: 'vendorH', created: 1_764_633_600,
      usd_per_1000: 100_000n, max_characters: 10_000,
      voices: {
        sarah: 'EXAVITQu4vr4xnSDxMaL', george: 'JBFqnCBsd6RMkjVDRZzb',
        laura: 'FGY2WhTYpPnrIDTdsKH5', charlie: 'IKne3meq5aSn9XLyUdCD',
      },
      upstream: 'vendor_h.speech', upstream_id: 'speech-multilingual',
    },
    { // catalog/media/speech.models.yaml:61
      id: 'vendorH/speech-v3', name: 'Speech v3', description: 'The most expressive voice.',
      owner: 'vendorH', created: 1_764_633_600, usd_per_1000: 100_000n, max_characters: 5000,
      voices: {
        sarah: 'EXAVITQu4vr4xnSDxMaL', george: 'JBFqnCBsd6RMkjVDRZzb',
        laura: 'FGY2WhTYpPnrIDTdsKH5', charlie: 'IKne3meq5aSn9XLyUdCD',
      },
      upstream: 'vendor_h.speech', upstream_id: 'speech-v3',
    },
  ],
}
