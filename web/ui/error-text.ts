import { createContext } from 'react'

/** How the application says in a sentence what a call has thrown; the root provides it. */
export const ErrorTextContext = createContext<(error: unknown) => string>(() => 'No se pudo hacer. Inténtalo de nuevo.')
