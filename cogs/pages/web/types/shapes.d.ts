/* What the pages' data look like, for the checker alone: no browser gets this file.

The bot makes them in cogs/pages/web/ and its server/. */

/** A column and a row, or a point. */
type Cell = [column: number, row: number];
/** Its top left square, and how many squares it is wide and high. */
type Lot = [corner: number, width: number, height: number];

/** What a page knows of an edition (`edition_of_page`); squares are numbers. */
interface Edition {
  mark: number;
  columns: number;
  rows: number;
  camps: number[];
  setups: string[];
  lots: Lot[];
  firstLot: Lot;
  firstBuildings: [form: string, family: string, squares: number[]][];
  ringSeals: (string | null)[];
  families: string[];
  colours: string[];
  forms: Record<string, { turned: Cell[][]; mirrored: Cell[][] }>;
  cards: string[];
  floors: number[];
  ownWorkers: number;
  startWorkers: number;
  banners: number;
  workersPerBanner: number;
  neutralWorkers: number;
  handSize: number;
  faceUp: number;
  seatCounts: number[];
  extraNeutral: Record<string, number>;
}

/** The pieces of an edition (`art_of_page`). */
interface Art {
  sprites: Record<string, [width: number, height: number, painting: string]>;
  spots: Record<string, { seal: Cell; size: number; chip: Cell }>;
  players: Record<string, string>;
  neutral: string;
}

type Played = { edition: Edition; art: Art };

/** A building on the board. */
type Laid = { form: string; family: string; squares: number[]; border: number[]; completed: boolean };

/** What lies on a board. */
interface OnBoard {
  workers: number[][];
  neutral: number[];
  camps: number[];
  tops: (number | null)[];
  heights: number[];
  taken: boolean[];
  floor: number;
  pools: number[][];
}

/** What a `Board` shows. */
interface BoardState extends OnBoard {
  buildings: Laid[];
  vacant: boolean[];
  phase: string;
}

/** What a turn changed on the board. */
type News = { seat: number; tiles: number[][]; workers: number[]; rings: number[] };

type BoardGame = { start: { edition: Edition; lot: Lot; colours: string[] } };

type BoardScene = { state: BoardState; news: News[] };

/** Where a square lies in the units of the board's drawing. */
type At = (square: number) => Cell;

/** A part of the board: what it is, and how it is drawn. */
type Piece = [key: string, make: () => Element];

/* Elements */

/** A listener, of whatever event its name says. */
type Listener = { listen(event: Event): void }["listen"];

/** Listeners, properties and attributes of an element; null leaves one out. */
interface Properties {
  className?: string;
  textContent?: string;
  onclick?: (event: MouseEvent & { currentTarget: Element }) => void;
  [name: string]: string | number | boolean | null | undefined | Listener;
}

type Child = Node | string | null;

/** Without the values that are not true, as JavaScript's own description has it not. */
interface Array<T> {
  filter(predicate: BooleanConstructor): Exclude<T, null | undefined | false | 0 | "">[];
}

/** What the browser's console and the tests get at. */
declare var arkadia: object;

/** A signal after some time, which the checker's own description does not have yet. */
interface TimedSignal {
  timeout(milliseconds: number): AbortSignal;
}

/* Languages */

interface Language {
  called: string;
  sentences: Record<string, string | string[]>;
  forms: number[];
  names: Record<string, string>;
}

/** A name: its bare text, and its inflected forms by name. */
type Name = { bare: string; forms: Record<string, string> };

/** What is filled into a sentence; `n` chooses between its two forms. */
type Values = { n?: number } & { [key: string]: Name | string | number | boolean | undefined };

/* A running game */

/** A game as its reader may see it (`cogs/pages/web/scenes.py`). */
interface Scene {
  version: number;
  game: number;
  state: string;
  language: string;
  seat: number | null;
  edition: string;
  lot: Lot;
  turn: number;
  active: number | null;
  phase: string;
  values: number[];
  openCards: string[];
  stack: number;
  board: OnBoard & { buildings: [form: string, family: string, squares: number[], completed: boolean][] };
  seats: { name: string; colour: string; computer: boolean; away: boolean; banners: number; cards: number; workers: number }[];
  own: OwnScreen | null;
  result: { gold: number[]; winners: number[] } | null;
  task: string[];
  news: News[];
  log: { number: number; seat: number; head: string; brief: string; said: string[] }[];
  ends: string;
  done: string[];
  text: string;
  may: Choices | null;
}

/** What is behind the reader's own screen. */
type OwnScreen = { hand: string[]; neutral: number; seals: number[]; gold: number };

/** What the reader may do now, or prepare (`ahead`), in the record's notation. */
interface Choices {
  cards: string[];
  places: Record<string, string[]>;
  best: Record<string, string>;
  chances: string[];
  atOnce: boolean | null;
  draw: string[];
  workers: { own: number; neutral: number; sites: [number: number, squares: string[]][] } | null;
  castle: { families: string[]; rings: number[] } | null;
  banner: { workers: number; most: Record<string, number> } | null;
  pass: boolean;
  end: boolean;
  ahead: boolean;
  prepared: string | null;
  planned: string[];
  hints: boolean;
  undo: boolean;
  whyNoUndo: string;
}

/** What the server answers; a status of 0 is no answer at all. */
interface Answer {
  status: number;
  said?: string | string[];
  code?: string;
  scene?: Scene;
  ideas?: Idea[];
  games?: OtherGame[];
  /** Where another game's page is. */
  path?: string;
}

/** An action that is advised, in a line, and the reasons for and against it. */
type Idea = { action: string; text: string; why: string };

/** Another running game of the reader's. */
type OtherGame = { game: number; due: boolean; names: string[] };

/** The answer to a look, which is the scene itself. */
type Looked = Answer & Partial<Scene>;

/** What a choice would bring. */
type Brings = { said: string[]; whyNot?: string; worth: [before: number, after: number] };

/** What the reader is choosing. */
interface Choice {
  kind: string;
  readonly todo: string;
  readonly action: string | null;
  readonly previewed: string | null;
  readonly told: string;
  readonly doing?: string;
  /** The squares that the step is about; none for the whole board. */
  readonly about?: number[];
  tap?(column: number, row: number): void;
  drag?(column: number, row: number, first: boolean): boolean;
  key?(name: string): boolean;
  layers?(): Element[];
  controls(): Child[];
  /** The fields by which all is chosen without the board. */
  named?(): Child[];
  /** More buttons beside the one that acts. */
  tools?(): Child[];
  turn?(by: number): void;
}

/** A place of a tile: its squares, and which of its sprites lies there. */
interface TilePlace {
  text: string;
  squares: number[];
  cells: Cell[];
  way: string;
  left: number;
  top: number;
  middle: Cell;
}

/** Where a turn's workers may stand: round a building, or the castle. */
type Site = { number: number; squares: number[] };

/** What the page of a running game shows, and what is being chosen. */
interface Table {
  scene: Scene;
  edition: Edition;
  art: Art;
  state: BoardState;
  may: Choices | null;
  chosen: Choice | null;
  brings: Brings | null;
  ideas: { said: string[]; all: Idea[] } | null;
  /** Why what was tapped cannot be. */
  wrong: string;
  /** Whether the fields are open by which all is chosen without the board. */
  named: boolean;
  busy: boolean;
  /** Whether another game waits for the reader. */
  elsewhere: boolean;
  camera: import("../game/camera.js").Camera;
  changed(): void;
  follow(squares: number[]): void;
  refuse(action: string | null, near: string): void;
}

/** The table of a reader who may do something. */
interface OwnTable extends Table {
  scene: Scene & { seat: number; own: OwnScreen };
  may: Choices;
}

/** What the bar's buttons do. */
interface Doing {
  choose(choice: Choice | null): void;
  act(action: string): void;
  prepare(action: string | null): void;
  atOnce(on: boolean): void;
  hint(): void;
}

/** The parts of the page of a running game. */
interface GameParts {
  board: SVGElement;
  base: import("../common/board.js").Board;
  overlay: SVGElement;
  asked: HTMLElement;
  note?: HTMLElement;
  spoken: HTMLElement;
  top: HTMLElement;
  bar: HTMLElement;
  now: HTMLElement;
  others: HTMLElement;
  side: HTMLElement;
  zoom: HTMLButtonElement;
  /** The language in which they were made. */
  language?: string;
  /** Ends the hearing of news. */
  stop?: () => void;
}

/* The page that looks back */

interface Start {
  edition: Edition;
  first: boolean;
  mirror: boolean;
  lot: Lot;
  colours: string[];
  deck: string[];
}

/** A game with the names of its players, none where they are left out. */
type Game = { start: Start; names: string[] };

/** A whole position. */
interface Position extends BoardState {
  start: Start;
  edition: Edition;
  turn: number;
  active: number;
  owed: number;
  bannerUsed: boolean;
  passed: boolean;
  idle: number;
  turnsLeft: number | null;
  own: number[];
  ownSupply: number[];
  grey: number[];
  greySupply: number;
  banners: number[];
  seals: number[][];
  gold: number[];
  sold: number[] | null;
  hands: string[][];
  open: string[];
  stack: string[];
  values: number[];
}

type Build = { kind: "build"; card: string; squares: number[]; draw: string };
type Place = { kind: "workers"; own: number[]; neutral: number[] };
type Castling = { kind: "castle"; family: string; ring: number };
type Sell = { kind: "banner"; sale: number[] };
type Action = Build | Place | Castling | Sell | { kind: "pass" } | { kind: "end" };

/** What is to be told of an action. */
type Happening =
  | { kind: "built"; card: string; squares: number[] }
  | { kind: "camps"; count: number; camps: number[] }
  | { kind: "drawn" }
  | { kind: "taken"; card: string; revealed: string | undefined }
  | { kind: "placed"; own: number[]; neutral: number[] }
  | { kind: "passed" }
  | { kind: "completed"; card: string; squares: number[]; gains: number[] }
  | { kind: "piece"; family: string; ring: number; floor: number; before: number[]; after: number[] }
  | { kind: "forgone"; count: number }
  | { kind: "floor"; floor: number; moved: number[] }
  | { kind: "end-begun" }
  | { kind: "banner"; workers: number; sold: number[]; gold: number }
  | { kind: "over"; cause: string };

/** The position after a turn, and what was told of it; the start has no mover. */
interface Turn {
  number: number;
  mover: number | null;
  events: Happening[];
  news: News[];
  state: Position;
  before: number[];
}

/** What is shown of a game. */
interface Shown {
  game: Game;
  scenes: Turn[];
  art: Art;
  number: number;
  open: boolean;
  names?: string;
  asked: Laid | null;
  timer?: number;
}

/** The parts of the page that looks back; none before there is a game. */
interface ReplayParts {
  board: SVGElement;
  base: import("../common/board.js").Board;
  asked: HTMLElement;
  slider: HTMLInputElement;
  play?: HTMLButtonElement;
  told: HTMLElement;
  side: HTMLElement;
  chart: HTMLElement;
  copied: HTMLElement;
}
