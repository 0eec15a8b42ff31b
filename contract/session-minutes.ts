/** Allowed durations of a session. */
export const sessionMinutes = { min: 15, max: 300, preset: 60 } as const
export const durationRange = `La duración de sesión debe ser un número entre ${sessionMinutes.min} y ${sessionMinutes.max} minutos`
