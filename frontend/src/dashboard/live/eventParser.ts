export interface ServerEvent {
  /** Id of the last event that had one. */
  id: string | undefined;
  name: string;
  data: string;
}

/**
 * Parses server-sent events from chunks of text (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 * The browser's EventSource cannot send a token in a header, and in a URL it would end up in logs.
 */
export class EventParser {
  private rest = '';
  private begun = false;
  private id: string | undefined;
  private name = '';
  private data: string[] = [];

  /** @returns the events that this piece completes. */
  push(piece: string): ServerEvent[] {
    const text = this.begun ? piece : piece.replace(/^\uFEFF/, '');
    this.begun ||= piece !== '';
    // A trailing carriage return may be the first half of CRLF.
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.read(line) ?? []);
  }

  private read(line: string): ServerEvent | undefined {
    if (line === '') return this.dispatch();
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'data') this.data.push(value);
    else if (field === 'event') this.name = value;
    else if (field === 'id' && !value.includes('\0')) this.id = value;
    return undefined;
  }

  private dispatch(): ServerEvent | undefined {
    const { id, name, data } = this;
    this.name = '';
    this.data = [];
    return data.length > 0 ? { id, name: name || 'message', data: data.join('\n') } : undefined;
  }
}
