// The HTTP API without a browser: arranges matches for tests, and stands in for players who are not looked at.

/** An error body of the API. */
interface Problem {
  title: string;
  status: number;
  detail: string;
}

/** The way into a match, as a player or a spectator. */
export interface Joined {
  match_id: string;
  code: string;
  seat: number | null;
  game_token: string;
}

/** What anybody may know about a match, as far as tests ask for it. */
export interface MatchFacts {
  match_id: string;
  code: string;
  status: 'waiting' | 'playing' | 'over';
  seats: { seat: number; name: string | null; kind: 'human' | 'bot' | 'open' }[];
  seed_hash: string;
}

/** The record of a finished match, as far as tests ask for it. */
export interface MatchRecord {
  seed: string;
  entries: { at: number; entry: unknown }[];
}

/** What a match can be made with. Who shoots first is drawn unless `starter` says a seat. */
export interface Wish {
  public?: boolean;
  bots?: ('easy' | 'medium' | 'hard')[];
  starter?: 0 | 1;
  join_seconds?: number;
  placement_seconds?: number | null;
  shot_seconds?: number | null;
  grace_seconds?: number | null;
}

/** What a match of Nuggets can be made with. A text is a map. */
export interface NuggetsWish {
  map: string | { kind: 'generated'; rows: number; columns: number } | { kind: 'bundled'; name: string };
  bots?: ('easy' | 'hard')[];
  open?: boolean;
  gold?: number;
  least_piles?: number;
  most_piles?: number;
}

/** What a match of OneCard can be made with. */
export interface OneCardWish {
  public?: boolean;
  bots?: ('easy' | 'medium' | 'hard')[];
  players?: number;
  cards?: number;
  packs?: number;
  rounds?: number;
  turn_seconds?: number | null;
  grace_seconds?: number | null;
}

/** What a match of Accordion can be made with. */
export interface AccordionWish {
  public?: boolean;
  bots?: ('casual' | 'steady' | 'strong' | 'master')[];
  deal?: number;
  grace_seconds?: number | null;
}

/** What came of the matches of one game, as far as tests ask for it. */
export interface GameStatistics {
  game: string;
  score: string;
  streak: number;
  best_streak: number;
  total: { finished: number; won: number; lost: number; drawn: number; best_score: number | null; mean_score: number | null };
}

/** "No, and why." */
class Refused extends Error {
  constructor({ status, title, detail }: Problem) {
    super(`${status} ${title}: ${detail}`);
  }
}

async function call<T>(url: string, method: string, token?: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Refused((await answer.json()) as Problem);
  return (await answer.json()) as T;
}

/** A guest of a server. */
export class Guest {
  private constructor(
    readonly server: string,
    readonly name: string,
    readonly token: string,
  ) {}

  /** A new guest of the server at `server`. */
  static async named(server: string, name: string): Promise<Guest> {
    const guest = await call<{ user_token: string }>(`${server}/api/guests`, 'POST', undefined, { name });
    return new Guest(server, name, guest.user_token);
  }

  /** Makes a match of Sea Battle and sits in seat 0. Clocks don't run unless the wish has some. */
  async createMatch(wish: Wish = {}): Promise<Joined> {
    const { public: open = false, bots = [], ...chosen } = wish;
    const options = { placement_seconds: null, shot_seconds: null, grace_seconds: null, ...chosen };
    return call(`${this.server}/api/matches`, 'POST', this.token, { game: 'sea-battle', options, bots, public: open });
  }

  /** Makes a match of Nuggets and sits in seat 0. */
  async createNuggets({ map, bots = [], open = true, ...chosen }: NuggetsWish): Promise<Joined> {
    const options = { map: typeof map === 'string' ? { kind: 'text', text: map } : map, ...chosen };
    return call(`${this.server}/api/matches`, 'POST', this.token, { game: 'nuggets', options, bots, public: open });
  }

  /** Makes a match of OneCard and sits in seat 0. Clocks don't run unless the wish has some. */
  async createOneCard({ bots = [], public: open = false, ...chosen }: OneCardWish = {}): Promise<Joined> {
    const options = { turn_seconds: null, grace_seconds: null, ...chosen };
    return call(`${this.server}/api/matches`, 'POST', this.token, { game: 'onecard', options, bots, public: open });
  }

  /** Makes a match of Accordion and sits in seat 0. */
  async createAccordion({ bots = [], public: open = false, ...chosen }: AccordionWish = {}): Promise<Joined> {
    const options = { grace_seconds: null, ...chosen };
    return call(`${this.server}/api/matches`, 'POST', this.token, { game: 'accordion', options, bots, public: open });
  }

  /** Takes the next seat of a match. */
  async join(match: string): Promise<Joined> {
    return call(`${this.server}/api/matches/${match}/join`, 'POST', this.token);
  }

  /** Watches a match. */
  async watch(match: string): Promise<Joined> {
    return call(`${this.server}/api/matches/${match}/watch`, 'POST', this.token);
  }

  /** The record of a match that is over. */
  async record(match: string): Promise<MatchRecord> {
    return call(`${this.server}/api/matches/${match}/record`, 'GET', this.token);
  }

  /** What anybody may know about a match. */
  async facts(match: string): Promise<MatchFacts> {
    return call(`${this.server}/api/matches/${match}`, 'GET');
  }

  /** What came of the own matches of a game. */
  async statistics(game: string): Promise<GameStatistics> {
    const { games } = await call<{ games: GameStatistics[] }>(`${this.server}/api/me/statistics`, 'GET', this.token);
    const found = games.find((one) => one.game === game);
    if (!found) throw new Error(`there are no statistics of ${game}`);
    return found;
  }
}
