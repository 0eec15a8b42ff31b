/** The server rolls a preview back: it carries a reason only because the contract of the change requires one. */
export const previewReason = 'Vista previa'
