import { createContext } from 'react'

/** Converts an error into a sentence; the root provides it. */
export const ErrorTextContext = createContext<(error: unknown) => string>(() => 'No se pudo hacer. Inténtalo de nuevo.')
