import { createContext } from 'react'

/** Returns today as `2027-03-05`; the root provides it. Without it a calendar marks no day. */
export const TodayContext = createContext<(() => string) | undefined>(undefined)
