export interface Disposable {
  dispose(): unknown;
}

/** Owns disposables. What is added after the owner has gone is disposed at once. */
export class DisposableStore implements Disposable {
  #items: Disposable[] = [];
  #disposed = false;

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) {
      item.dispose();
    } else {
      this.#items.push(item);
    }
    return item;
  }

  dispose(): void {
    this.#disposed = true;
    for (const item of this.#items.splice(0).reverse()) {
      item.dispose();
    }
  }
}
