// Code generated from catalog/data/equities.models.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Table } from '../../runtime/contract.ts'

/** A row of catalog/data/equities.models.yaml. */
export interface EquitiesRow extends Row {
  /** country */
  readonly label: string
  /** prefix of the names of its feeds */
  readonly starts: string
  /** currency of its prices */
  readonly quoted: string
  /** a symbol */
  readonly example: string
}

/** Rows of catalog/data/equities.models.yaml, for all networks. */
export const equitiesModels: Table<EquitiesRow> = {
  name: 'equities.models',
  rows: [
    // catalog/data/equities.models.yaml:8
    { id: 'us', label: 'United States', starts: 'Equity.US.', quoted: 'USD', example: 'AAPL' },
    // catalog/data/equities.models.yaml:9
    { id: 'hk', label: 'Hong Kong', starts: 'Equity.HK.', quoted: 'HKD', example: '0700-HK' },
    // catalog/data/equities.models.yaml:10
    { id: 'jp', label: 'Japan', starts: 'Equity.JP.', quoted: 'JPY', example: '7203' },
    // catalog/data/equities.models.yaml:11
    { id: 'kr', label: 'Korea', starts: 'Equity.KR.', quoted: 'KRW', example: '005930' },
    // catalog/data/equities.models.yaml:12
    { id: 'gb', label: 'United Kingdom', starts: 'Equity.GB.', quoted: 'GBP', example: 'VOD' },
    // catalog/data/equities.models.yaml:13
    { id: 'de', label: 'Germany', starts: 'Equity.DE.', quoted: 'EUR', example: 'SAP' },
    // catalog/data/equities.models.yaml:14
    { id: 'fr', label: 'France', starts: 'Equity.FR.', quoted: 'EUR', example: 'AIR' },
    // catalog/data/equities.models.yaml:15
    { id: 'nl', label: 'Netherlands', starts: 'Equity.NL.', quoted: 'EUR', example: 'ASML' },
    // catalog/data/equities.models.yaml:16
    { id: 'ie', label: 'Ireland', starts: 'Equity.IE.', quoted: 'EUR', example: 'RYA' },
    // catalog/data/equities.models.yaml:17
    { id: 'lu', label: 'Luxembourg', starts: 'Equity.LU.', quoted: 'EUR', example: 'MT' },
    // catalog/data/equities.models.yaml:18
    { id: 'cn', label: 'China', starts: 'Equity.CN.', quoted: 'CNY', example: '600519' },
    // catalog/data/equities.models.yaml:19
    { id: 'ca', label: 'Canada', starts: 'Equity.CA.', quoted: 'CAD', example: 'SHOP' },
  ],
}
