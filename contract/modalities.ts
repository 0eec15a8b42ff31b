export const modalities = ['Presencial', 'Online', 'A domicilio', 'Mixta'] as const
export type Modality = (typeof modalities)[number]

export const missingPlatform = 'Por favor especifica la plataforma para videollamadas'
/** A professional who attends online has to name the video platform. */
export const needsPlatform = (chosen: readonly Modality[]) => chosen.includes('Online') || chosen.includes('Mixta')
