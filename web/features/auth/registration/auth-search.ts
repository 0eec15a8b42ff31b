import { searchParser, textOf } from '#web/platform/search-params.ts'

import { nextPath } from '../next-path.ts'

export type AccountKind = 'paciente' | 'centro'

export const accountKind = (value: unknown): AccountKind => (value === 'centro' ? 'centro' : 'paciente')

/** `tipo`: the open tab; the patient's by default. */
const authParams = { next: nextPath, tipo: ['centro'] } as const

export const parseAuthSearch = searchParser(authParams)
export const parseRegisterSearch = searchParser({ ...authParams, paso: textOf })
