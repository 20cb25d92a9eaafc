import GRDB

/// The steps from an empty database to the current tables.
///
/// A released step never changes: add another one instead.
enum Migrations {
    static var all: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("orders") { database in
            try database.execute(
                sql: """
                    CREATE TABLE product (sku TEXT PRIMARY KEY, stock INTEGER NOT NULL CHECK (stock >= 0)) STRICT;
                    CREATE TABLE orders (
                        sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
                        customer TEXT NOT NULL, status TEXT NOT NULL) STRICT;
                    CREATE TABLE line (
                        sequence INTEGER NOT NULL REFERENCES orders, sku TEXT NOT NULL REFERENCES product,
                        quantity INTEGER NOT NULL, cents INTEGER NOT NULL) STRICT;
                    """)
        }
        migrator.registerMigration("indexes") { database in
            try database.execute(
                sql: """
                    CREATE INDEX line_sequence ON line (sequence);
                    CREATE INDEX orders_customer ON orders (customer, sequence);
                    """)
        }
        return migrator
    }
}
