-- What Trino has and DuckDB has under another name, or answers in another type.
CREATE MACRO to_utf8(text) AS encode(text);
CREATE MACRO sha256(bytes) AS unhex(system.main.sha256(bytes));
CREATE MACRO array_join(texts, separator) AS array_to_string(texts, separator);
