import { bodyFoci } from './foci-body.ts'
import { complementaryFoci } from './foci-complementary.ts'
import { mindFoci } from './foci-mind.ts'

export const foci = { ...mindFoci, ...bodyFoci, ...complementaryFoci } as const
export type FocusKey = keyof typeof foci
