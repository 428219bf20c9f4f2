export const EDITIONS: number[];
export const GAME: string;
export function loadEdition(mark: number): Promise<Played>;
